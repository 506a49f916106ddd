import { useMutation } from '@tanstack/react-query';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { statementRecordsRoutes } from '@trailmark/api/contract/statement-records';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import { DATE_ORDERS, RECORD_FIELDS, RECORD_FINDINGS, type RecordFinding } from '@trailmark/core/statement/records';
import { useState } from 'react';
import { fetchLongWork } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FilterPick } from '../../components/form/filter-pick.tsx';
import { Hash } from '../../components/hash.tsx';
import { PasteField } from '../../components/paste-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import { type RecordFile, readRecordFile, refuseFile } from './record-file.ts';
import {
  FIELD_WORDS,
  type Mapping,
  ORDER_WORDS,
  type RecordsAnswer,
  recallMapping,
  rememberMapping,
  SIDE_WORDS,
} from './record-mapping.ts';
import { AssetAmount } from './statement-asset.tsx';

type Match = RecordsAnswer['matches'][number];

const call = createRouteCaller(fetchLongWork);
/** How far two times may be apart where no transaction id joins them. */
const TOLERANCE_SECONDS = 10_800;

const FINDING_WORDS: Readonly<Record<RecordFinding, string>> = {
  'ledger-only': 'On chain only',
  'records-only': 'Records only',
  differs: 'Differ',
  matched: 'Matched',
};

function describeApart(seconds: number): string {
  if (seconds < 120) return `${seconds} s apart`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes apart` : `${Math.round(seconds / 3_600)} hours apart`;
}

function Finding({ match }: { readonly match: Match }) {
  const { finding, by, secondsApart, differences } = match;
  return (
    <span className="ws-finding">
      <b>
        {by !== undefined && <EvidenceMark kind={by === 'txid' ? 'fact' : 'inference'} />} {FINDING_WORDS[finding]}
      </b>
      {by !== undefined && (
        <small className="tm-t3">
          {by === 'txid' ? 'by transaction id' : 'by amount and time'}
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
    cell: ({ ledger }) =>
      ledger ? (
        <span className="ws-party">
          <span className="tm-t3">line {formatCount(ledger.line)}</span> <Time seconds={ledger.time} />
        </span>
      ) : (
        NOTHING
      ),
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
    cell: ({ ledger }) => {
      if (!ledger) return null;
      const { asset, symbol, decimals, amount, direction } = ledger;
      const units = direction === 'in' ? amount : -amount;
      return <AssetAmount asset={{ id: asset, symbol, decimals, isUnverified: false }} units={units} signed withName />;
    },
  },
  {
    id: 'record',
    header: 'In the records',
    narrow: 'bottom-left',
    cell: ({ record }) =>
      record ? (
        <span className="ws-party">
          <span className="tm-t3">row {formatCount(record.line)}</span>
          {record.time === undefined ? <span className="tm-t3">no time</span> : <Time seconds={record.time} />}
          {record.address !== undefined && <QuotedText text={record.address.slice(0, 60)} />}
        </span>
      ) : (
        NOTHING
      ),
  },
  {
    id: 'record-amount',
    header: 'Amount',
    align: 'right',
    narrow: 'bottom-right',
    cell: ({ record }) =>
      record && (
        <span className="tm-amt">
          {record.direction === 'in' ? '+' : record.direction === 'out' ? '−' : ''}
          {record.amount} <small className="tm-unit">{record.asset.slice(0, 12)}</small>
        </span>
      ),
  },
  { id: 'finding', header: 'Finding', cell: (match) => <Finding match={match} /> },
];

interface MappingProps {
  readonly answer: RecordsAnswer;
  readonly isBusy: boolean;
  readonly onApply: (mapping: Mapping) => void;
}

/** How each column is read, with its first rows; every guess can be changed. */
function MappingEditor({ answer, isBusy, onApply }: MappingProps) {
  const [mapping, setMapping] = useState(answer.mapping);
  const set = (at: number, field: string) => {
    const fields = mapping.fields.map((own, i) => (i === at ? (field as Mapping['fields'][number]) : own));
    setMapping({ ...mapping, fields });
  };
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        How the file is read <small>{formatPlural(answer.rowCount, 'row')}</small>
      </h2>
      <div className="ws-scroll">
        <table className="tm-charttable">
          <caption className="tm-sr">Columns of the file</caption>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Read as</th>
              <th scope="col">First rows</th>
            </tr>
          </thead>
          <tbody>
            {answer.header.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order, and names may repeat
              <tr key={i}>
                <th scope="row">
                  <QuotedText text={name.slice(0, 60)} />
                </th>
                <td>
                  <select
                    className="tm-field"
                    aria-label={`Column ${name.slice(0, 60)} is read as`}
                    value={mapping.fields[i] ?? 'ignore'}
                    onChange={({ currentTarget }) => set(i, currentTarget.value)}
                  >
                    {RECORD_FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {FIELD_WORDS[field]}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="tm-t2">
                  {answer.sample
                    .slice(0, 3)
                    .map((row) => (row[i] ?? '').slice(0, 40))
                    .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="tm-row tm-wrap ws-filters">
        <FilterPick
          label="Dates"
          value={mapping.dateOrder}
          options={DATE_ORDERS.map((order) => [order, ORDER_WORDS[order]] as const)}
          onPick={(order) =>
            setMapping({ ...mapping, dateOrder: order === 'month-first' ? 'month-first' : 'day-first' })
          }
        />
        <FilterPick
          label="Decimals"
          value={mapping.decimalComma ? 'comma' : 'point'}
          options={[
            ['point', '1,234.50'],
            ['comma', '1.234,50'],
          ]}
          onPick={(sign) => setMapping({ ...mapping, decimalComma: sign === 'comma' })}
        />
        <FilterPick
          label="Clock ahead of UTC"
          value={String(mapping.offsetMinutes)}
          options={Array.from({ length: 27 }, (_, i) => [String((i - 12) * 60), `${i - 12} h`] as const)}
          onPick={(minutes) => setMapping({ ...mapping, offsetMinutes: Number(minutes ?? 0) })}
        />
        <FilterPick
          label="The file speaks for"
          value={mapping.side}
          options={[
            ['service', SIDE_WORDS.service],
            ['set', SIDE_WORDS.set],
          ]}
          onPick={(side) => setMapping({ ...mapping, side: side === 'set' ? 'set' : 'service' })}
        />
        <button type="button" className="tm-btn" disabled={isBusy} onClick={() => onApply(mapping)}>
          Compare again
        </button>
      </div>
    </section>
  );
}

function Result({ answer }: { readonly answer: RecordsAnswer }) {
  const [shown, setShown] = useState<RecordFinding | undefined>(undefined);
  const rows = answer.matches.filter(({ finding }) => shown === undefined || finding === shown);
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
      <div className="tm-row ws-filters">
        <FilterPick
          label="Show"
          value={shown}
          options={[['', 'All'], ...RECORD_FINDINGS.map((finding) => [finding, FINDING_WORDS[finding]] as const)]}
          onPick={(finding) => setShown(finding as RecordFinding | undefined)}
        />
      </div>
      {rows.length === 0 ? (
        <p className="tm-hint">No row of this kind.</p>
      ) : (
        <DataTable
          caption="Ledger and records"
          columns={COLUMNS}
          rows={rows}
          rowId={({ ledger, record }) => `${ledger?.line} ${ledger?.asset} ${record?.line}`}
        />
      )}
      {refused.length > 0 && (
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
      )}
    </>
  );
}

interface Asked extends RecordFile {
  readonly sheet?: string;
  readonly mapping?: Mapping;
}

async function askRecords(request: StatementAnswer['request'], asked: Asked): Promise<RecordsAnswer> {
  const body = { request, toleranceSeconds: TOLERANCE_SECONDS, ...asked };
  return (await call<Route>(statementRecordsRoutes.matchStatementRecords, { body })) as unknown as RecordsAnswer;
}

interface SheetsProps {
  readonly answer: RecordsAnswer;
  readonly onPick: (sheet: string) => void;
}

function Sheets({ answer: { sheets, sheet, headerLine }, onPick }: SheetsProps) {
  if (sheets.length === 0 && headerLine === 1) return null;
  return (
    <div className="tm-row tm-wrap ws-filters">
      {sheets.length > 1 && (
        <FilterPick
          label="Sheet"
          value={sheet}
          options={sheets.map((name) => [name, name.slice(0, 31)] as const)}
          onPick={(name) => onPick(name ?? sheet)}
        />
      )}
      <span className="tm-hint">Column names are in row {formatCount(headerLine)}.</span>
    </div>
  );
}

/** What a service returned, next to the ledger: what each side has alone, what differs, what agrees. Nothing of it is kept. */
export function RecordsView({ answer }: { readonly answer: StatementAnswer }) {
  const [file, setFile] = useState<RecordFile | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const compare = useMutation({
    mutationFn: async (asked: Asked): Promise<RecordsAnswer> => {
      const first = await askRecords(answer.request, asked);
      // A layout that somebody has corrected before is read as they said.
      const known = asked.mapping ? undefined : recallMapping(first.header);
      return known ? askRecords(answer.request, { ...asked, mapping: known }) : first;
    },
  });
  const submit = (sent: RecordFile) => {
    const reason = refuseFile(sent);
    setRefusal(reason);
    if (reason !== undefined || (sent.workbook === undefined && sent.text?.trim() === '')) return;
    setFile(sent);
    compare.mutate(sent);
  };
  const apply = (mapping: Mapping) => {
    if (!compare.data || !file) return;
    rememberMapping(compare.data.header, mapping);
    const { sheet } = compare.data;
    compare.mutate({ ...file, mapping, ...(sheet === '' ? {} : { sheet }) });
  };
  const { data, error, isPending } = compare;
  return (
    <>
      <PasteField
        text=""
        refusal={refusal}
        label="Records of a service: paste them as CSV, or choose a CSV or XLSX file"
        placeholder="Date,Type,Asset,Amount,Transaction id"
        submitLabel="Compare"
        fileLabel="CSV or XLSX file"
        accept=".csv,.txt,.tsv,.xlsx"
        help="The file is read for this answer and not kept. Nothing in a workbook is calculated."
        onSubmit={(text) => submit({ text })}
        onFile={(chosen) => void readRecordFile(chosen).then(submit)}
      />
      {isPending && (
        <p className="tm-hint" role="status">
          Comparing the records with the ledger.
        </p>
      )}
      {error && !isPending && file && <ErrorPanel error={error} what="The file" onRetry={() => compare.mutate(file)} />}
      {data && file && <Sheets answer={data} onPick={(sheet) => compare.mutate({ ...file, sheet })} />}
      {data && <Result answer={data} />}
      {data && (
        <MappingEditor key={`${data.textHash} ${data.sheet}`} answer={data} isBusy={isPending} onApply={apply} />
      )}
    </>
  );
}
