import { RECORD_FINDINGS, type RecordFinding } from '@trailmark/core/statement/records';
import { type ReactElement, useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FilterPick } from '../../components/form/filter-pick.tsx';
import { Hash } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { Time } from '../../components/time.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import type { RecordsAnswer } from './record-mapping.ts';
import {
  type ByHand,
  joinMatches,
  ledgerSide,
  type Match,
  matchId,
  recordSide,
  splitMatch,
} from './records-by-hand.ts';
import { AssetAmount } from './statement-asset.tsx';

const FINDING_WORDS: Readonly<Record<RecordFinding, string>> = {
  'ledger-only': 'On chain only',
  'records-only': 'Records only',
  differs: 'Differ',
  matched: 'Matched',
};

const GROUNDS = {
  txid: { kind: 'fact', words: 'by transaction id' },
  'amount-time': { kind: 'inference', words: 'by amount and time' },
  hand: { kind: 'claim', words: 'by hand' },
} as const;

function describeApart(seconds: number): string {
  if (seconds < 120) return `${seconds} s apart`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes apart` : `${Math.round(seconds / 3_600)} hours apart`;
}

function Finding({ match }: { readonly match: Match }) {
  const { finding, by, secondsApart, differences } = match;
  return (
    <span className="ws-finding">
      <b>
        {by !== undefined && <EvidenceMark kind={GROUNDS[by].kind} />} {FINDING_WORDS[finding]}
      </b>
      {by !== undefined && (
        <small className="tm-t3">
          {GROUNDS[by].words}
          {secondsApart !== undefined && `, ${describeApart(secondsApart)}`}
        </small>
      )}
      {differences.map((text) => (
        <small key={text} className="ws-open">
          {text}
        </small>
      ))}
    </span>
  );
}

const NOTHING = <span className="tm-t3">nothing</span>;

const COLUMNS: readonly DataColumn<Match>[] = [
  {
    id: 'ledger-time',
    header: 'On the ledger',
    narrow: 'top-left',
    cell: (match) =>
      match.ledger
        ? ledgerSide(match).map(({ line, asset, direction, time }) => (
            <span className="ws-party" key={`${line} ${asset} ${direction}`}>
              <span className="tm-t3">line {formatCount(line)}</span> <Time seconds={time} />
            </span>
          ))
        : NOTHING,
  },
  {
    id: 'txid',
    header: 'Transaction',
    isMinor: true,
    cell: ({ ledger }) =>
      ledger?.txid === undefined ? null : (
        <Hash value={ledger.txid} kind="transaction" href={transactionUrl(ledger.chain, ledger.txid)} />
      ),
  },
  {
    id: 'ledger-amount',
    header: 'Amount',
    align: 'right',
    narrow: 'top-right',
    cell: (match) =>
      ledgerSide(match).map(({ line, asset, symbol, decimals, amount, direction }) => (
        <div key={`${line} ${asset} ${direction}`}>
          <AssetAmount
            asset={{ id: asset, symbol, decimals, isUnverified: false }}
            units={direction === 'in' ? amount : -amount}
            signed
            withName
          />
        </div>
      )),
  },
  {
    id: 'record',
    header: 'In the records',
    narrow: 'bottom-left',
    cell: (match) =>
      match.record
        ? recordSide(match).map(({ line, time, address }) => (
            <span className="ws-party" key={line}>
              <span className="tm-t3">row {formatCount(line)}</span>
              {time === undefined ? <span className="tm-t3">no time</span> : <Time seconds={time} />}
              {address !== undefined && <QuotedText text={address.slice(0, 60)} />}
            </span>
          ))
        : NOTHING,
  },
  {
    id: 'record-amount',
    header: 'Amount',
    align: 'right',
    narrow: 'bottom-right',
    cell: (match) =>
      recordSide(match).map(({ line, direction, amount, asset }) => (
        <div className="tm-amt" key={line}>
          {direction === 'in' ? '+' : direction === 'out' ? '−' : ''}
          {amount} <small className="tm-unit">{asset.slice(0, 12)}</small>
        </div>
      )),
  },
  { id: 'finding', header: 'Finding', cell: (match) => <Finding match={match} /> },
];

/** On a phone the finding and what can be done are below each row. */
const NARROW = '(max-width: 760px)';
const LEDGER_AND_RECORDS = COLUMNS.filter(({ narrow }) => narrow !== undefined);

interface DecideProps {
  readonly match: Match;
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (match: Match) => void;
  readonly onSplit: (match: Match) => void;
}

/** What one side has alone can be chosen, what is joined can be split. */
function Decide({ match, isChosen, isBusy, onChoose, onSplit }: DecideProps) {
  const { ledger, record } = match;
  if (ledger && record)
    return (
      <button
        type="button"
        className="tm-btn"
        disabled={isBusy}
        aria-label={`Split line ${ledger.line} from row ${record.line}`}
        onClick={() => onSplit(match)}
      >
        Split
      </button>
    );
  const name = ledger ? `line ${ledger.line}` : `row ${record?.line}`;
  return (
    <label className="tm-check">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isBusy}
        aria-label={`Choose ${name}`}
        onChange={() => onChoose(match)}
      />
      <span>Choose</span>
    </label>
  );
}

function Refused({ refused }: Pick<RecordsAnswer, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <section className="ws-refused">
      <h2 className="tm-h">Rows not understood</h2>
      <ul>
        {refused.map(({ line, reason }) => (
          <li key={line}>
            <span className="tm-t3">row {formatCount(line)}</span> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface JoinBarProps {
  readonly chosen: readonly Match[];
  readonly isBusy: boolean;
  readonly onJoin: () => void;
}

/** What is chosen, and joining it: one or many lines with one or many rows. */
function JoinBar({ chosen, isBusy, onJoin }: JoinBarProps) {
  const [lines, rows] = [chosen.filter(({ ledger }) => ledger).length, chosen.filter(({ record }) => record).length];
  return (
    <>
      <button type="button" className="tm-btn" disabled={isBusy || lines === 0 || rows === 0} onClick={onJoin}>
        Join
      </button>
      <span className="tm-hint" role="status">
        {chosen.length === 0
          ? 'Choose lines and rows that belong together.'
          : `${formatPlural(lines, 'line')} and ${formatPlural(rows, 'row')} chosen`}
      </span>
    </>
  );
}

interface RecordsResultProps {
  readonly answer: RecordsAnswer;
  readonly hand: ByHand;
  readonly isBusy: boolean;
  readonly onDecide: (hand: ByHand) => void;
}

/** Both sides in one table: rules join what they can, and a person joins or splits the rest. */
export function RecordsResult({ answer, hand, isBusy, onDecide }: RecordsResultProps) {
  const [shown, setShown] = useState<RecordFinding | undefined>(undefined);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = answer.matches.filter((match) => chosenIds.has(matchId(match)) && !(match.ledger && match.record));
  const rows = answer.matches.filter(({ finding }) => shown === undefined || finding === shown);
  const isNarrow = useMediaQuery(NARROW);
  const { columns, decide } = useMemo(() => {
    const choose = (match: Match) => {
      const next = new Set(chosenIds);
      if (!next.delete(matchId(match))) next.add(matchId(match));
      setChosenIds(next);
    };
    const cell = (match: Match): ReactElement => (
      <Decide
        match={match}
        isChosen={chosenIds.has(matchId(match))}
        isBusy={isBusy}
        onChoose={choose}
        onSplit={(one) => onDecide(splitMatch(hand, one))}
      />
    );
    const all: readonly DataColumn<Match>[] = [...COLUMNS, { id: 'decide', header: 'By hand', cell }];
    return { columns: all, decide: cell };
  }, [chosenIds, hand, isBusy, onDecide]);
  const join = () => {
    setChosenIds(new Set());
    onDecide(joinMatches(hand, chosen));
  };
  const { counts, refusedCount, refused } = answer;
  return (
    <>
      <p className="tm-hint">
        {RECORD_FINDINGS.map(
          (finding) => `${formatCount(counts[finding])} ${FINDING_WORDS[finding].toLowerCase()}`,
        ).join(', ')}
        {refusedCount > 0 && `, ${formatPlural(refusedCount, 'row')} not understood`}. Records are claims of the
        service.
      </p>
      <div className="tm-row tm-wrap ws-filters">
        <FilterPick
          label="Show"
          value={shown}
          options={[['', 'All'], ...RECORD_FINDINGS.map((finding) => [finding, FINDING_WORDS[finding]] as const)]}
          onPick={(finding) => setShown(finding as RecordFinding | undefined)}
        />
        <JoinBar chosen={chosen} isBusy={isBusy} onJoin={join} />
      </div>
      {rows.length === 0 ? (
        <p className="tm-hint">No row of this kind.</p>
      ) : (
        <DataTable
          caption="Ledger and records"
          columns={isNarrow ? LEDGER_AND_RECORDS : columns}
          rows={rows}
          rowId={matchId}
          isUpdating={isBusy}
          detail={(match) =>
            isNarrow ? (
              <div className="tm-row ws-decide">
                <Finding match={match} />
                {decide(match)}
              </div>
            ) : null
          }
        />
      )}
      <Refused refused={refused} />
    </>
  );
}
