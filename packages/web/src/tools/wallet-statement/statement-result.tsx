import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { chainName } from '@trailmark/chains/account-catalogue';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { addressSearchUrl } from '../../url.ts';
import { useRun } from '../../use-run.ts';
import { BalanceChart } from './balance-chart.tsx';
import { BalancesTable } from './balances-table.tsx';
import { ExportPart } from './export-part.tsx';
import { InputsLine } from './inputs-line.tsx';
import { StatementLines } from './lines-table.tsx';
import { LossesView } from './losses-view.tsx';
import { LotsView } from './lots-view.tsx';
import { statementQuery } from './queries.ts';
import { RecordsView } from './records-view.tsx';
import { type AskedStatement, optionsOf, type StatementSearch, statementUrl } from './search.ts';
import { assetWords } from './statement-asset.tsx';
import { TotalsTable } from './totals-table.tsx';

const HEX = { head: 4, tail: 4, differing: [] } as const;

const KIND_WORDS = { address: '', cluster: 'the cluster of ', descriptor: 'the wallet ' } as const;

function nameOf({ subjects }: AskedStatement): string {
  const [first] = subjects;
  if (!first) return 'a statement';
  const name = `${KIND_WORDS[first.kind]}${shorten(first.text)}`;
  return subjects.length === 1 ? name : `${name} and ${formatPlural(subjects.length - 1, 'other')}`;
}

function Incomplete({ answer }: { readonly answer: StatementAnswer }) {
  const open = answer.balances.filter(({ gaps, isSpam }) => gaps.length > 0 && !isSpam);
  const [first] = open;
  const reason = first?.gaps[0]?.reason;
  if (!first || reason === undefined) return null;
  const names = open.map(({ asset }) => assetWords(asset));
  const listed = names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
  return (
    <div className="tm-banner ws-banner" role="status">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      <div className="tm-grow">
        <b>History of {listed} is incomplete.</b> {reason} Sums are what is indexed; balances that depend on the rest
        are not known.
      </div>
    </div>
  );
}

function Foot({ answer }: { readonly answer: StatementAnswer }) {
  const { asOf, hash } = answer;
  const [first] = asOf;
  return (
    <p className="tm-foot">
      <span className="tm-grow">
        As of{' '}
        {asOf
          .map(({ chain, height, time }) =>
            height === null
              ? `no whole block of ${chainName(chain)}`
              : `${chainName(chain)} ${formatCount(height)}${time === null ? '' : `, ${formatTime(time)} UTC`}`,
          )
          .join('; ')}
        . {first && `Labels ${first.labels.slice(0, 12)}. Prices ${first.prices.slice(0, 12)}. ${first.software}.`}
      </span>
      <span className="tm-mono tm-nw" title={`SHA-256 of the statement: ${hash}`}>
        statement {shorten(hash, HEX)} <CopyButton value={hash} what="hash of the statement" size="sm" />
      </span>
    </p>
  );
}

interface ResultProps {
  readonly request: AskedStatement;
  readonly search: StatementSearch;
}

function Views({ answer, search }: { readonly answer: StatementAnswer; readonly search: StatementSearch }) {
  const router = useRouter();
  const { view } = search;
  const to = (next: StatementSearch['view']) => statementUrl({ ...search, view: next });
  const counterparties = new Set(answer.totals.counterparty.map(({ key }) => key)).size;
  return (
    <>
      <Tabs
        label="Statement"
        current={view ?? 'lines'}
        items={[
          { id: 'lines', label: 'Lines', count: formatCount(answer.lineCount), href: to(undefined) },
          { id: 'totals', label: 'Totals', href: to('totals') },
          {
            id: 'counterparties',
            label: 'Counterparties',
            count: formatCount(counterparties),
            href: to('counterparties'),
          },
          { id: 'lots', label: 'Lots', count: answer.lots.length, href: to('lots') },
          { id: 'unpriced', label: 'Missing prices', count: formatCount(answer.unpricedCount), href: to('unpriced') },
          { id: 'records', label: 'Exchange records', href: to('records') },
          { id: 'losses', label: 'Victim losses', href: to('losses') },
        ]}
      />
      {view === undefined && (
        <>
          <p className="tm-hint">
            {formatPlural(answer.lineCount, 'line')}
            {answer.unpricedCount > 0 &&
              `, ${formatCount(answer.unpricedCount)} without a price (in no total of money)`}
            {answer.spamCount > 0 && `, ${formatCount(answer.spamCount)} spam left out`}
            {answer.bridges.length > 0 &&
              `, ${formatPlural(answer.bridges.length, 'bridge transfer')} shown as one line each`}
            .
          </p>
          <StatementLines answer={answer} search={search} />
        </>
      )}
      {view === 'totals' && (
        <>
          <TotalsTable answer={answer} kind="month" title="By month" header="Month" />
          <TotalsTable answer={answer} kind="type" title="By type" header="Type" />
          <TotalsTable answer={answer} kind="category" title="By category of the counterparty" header="Category" />
        </>
      )}
      {view === 'counterparties' && (
        <TotalsTable answer={answer} kind="counterparty" title="Counterparties" header="Counterparty" />
      )}
      {view === 'lots' && (
        <LotsView
          answer={answer}
          used={search.lot ?? 'fifo'}
          onUse={(lot) => void router.navigate({ href: statementUrl({ ...search, lot }), resetScroll: false })}
        />
      )}
      {view === 'records' && <RecordsView answer={answer} />}
      {view === 'losses' && <LossesView answer={answer} caseId={search.case} />}
      {view === 'unpriced' && <StatementLines answer={answer} search={search} unpriced />}
    </>
  );
}

function Subjects({ answer }: { readonly answer: StatementAnswer }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? answer.subjects.slice(0, 200) : answer.subjects.slice(0, 3);
  return (
    <p className="ws-set tm-sm">
      <b>{formatPlural(answer.addressCount, 'address', 'addresses')}:</b>{' '}
      {shown.map(({ subject, addresses, basis }) => (
        <span key={`${subject.kind} ${subject.chain} ${subject.text}`} className="ws-part">
          {basis !== undefined && (
            <span title={basis}>
              {subject.kind === 'cluster' ? 'cluster' : 'wallet'} of {formatCount(addresses)} by{' '}
            </span>
          )}
          {subject.kind === 'descriptor' ? (
            <Hash value={subject.text} kind="key" />
          ) : (
            <Hash
              value={subject.text}
              kind="address"
              href={addressSearchUrl({ chain: subject.chain, address: subject.text })}
            />
          )}{' '}
          <span className="tm-t3">{chainName(subject.chain)}</span>
        </span>
      ))}
      {answer.subjects.length > shown.length && (
        <button type="button" className="tm-linkbtn" onClick={() => setOpen(true)}>
          and {formatPlural(answer.subjects.length - shown.length, 'other')}
        </button>
      )}
    </p>
  );
}

/** The statement of a set: balances, chart, lines, totals and lots. */
export function StatementResult({ request, search }: ResultProps) {
  const router = useRouter();
  const { data, error, isFetching, isCancelled, cancel, run } = useRun(statementQuery(request));
  const title = nameOf(request);
  useDocumentTitle(`${title} · Wallet statement`);
  return (
    <>
      <Crumbs items={[{ label: 'Wallet statement', href: statementUrl(optionsOf(search)) }, { label: 'Statement' }]} />
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Statement of {title}</h1>
        <div className="tm-row tm-wrap">
          <button type="button" className="tm-btn" disabled={isFetching} onClick={run}>
            <IconRefresh size={16} stroke={1.5} aria-hidden="true" />
            Make again
          </button>
          {data && <ExportPart request={request} caseId={search.case} />}
          {data && (
            <AddToCase
              className="tm-btn pri"
              of={{ kind: 'statement', input: { params: {}, body: request }, what: `the statement of ${title}` }}
            />
          )}
        </div>
      </div>
      <InputsLine
        key={JSON.stringify(optionsOf(search))}
        search={search}
        onApply={(options) => void router.navigate({ href: statementUrl({ ...search, ...options }) })}
      />
      {error && !isFetching && <ErrorPanel error={error} what="This statement" onRetry={run} />}
      {isCancelled && (
        <p className="tm-hint">
          The statement was cancelled; nothing was kept of it.{' '}
          <button type="button" className="tm-linkbtn" onClick={run}>
            Make it
          </button>
        </p>
      )}
      {!data && isFetching && (
        <>
          <p className="tm-row tm-between">
            <span className="tm-t2">History is read from its beginning.</span>
            <button type="button" className="tm-btn sm" onClick={cancel}>
              Cancel
            </button>
          </p>
          <Skeleton what="the statement">
            <RowBars rows={8} columns={['120px', '140px', '140px', '140px', '100px', '140px', '100px', '200px']} />
          </Skeleton>
        </>
      )}
      {data && (
        <div className="tm-stack" aria-busy={isFetching}>
          <Subjects answer={data} />
          <Incomplete answer={data} />
          <BalancesTable answer={data} />
          <BalanceChart answer={data} />
          <Views answer={data} search={search} />
          <Foot answer={data} />
        </div>
      )}
    </>
  );
}
