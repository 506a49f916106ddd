import { IconTableExport } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { groupThousands } from '../../../format/amount.ts';
import { traitsOf } from '../../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { transactionUrl } from '../../../url.ts';
import { describeFlowAsset } from '../asset-words.ts';
import { type AuditLine, filterLines, toAuditLine } from '../audit-steps.ts';
import { auditQuery } from '../compare-query.ts';
import { saveFile } from '../save-file.ts';
import { assetIdOf, toWireRequest } from '../trace-run.ts';
import { useDocument } from '../workspace.ts';
import { InverseSection } from './inverse-section.tsx';
import { TraceChoice, useChosenTrace } from './trace-choice.tsx';
import { Tracing } from './tracing.tsx';

/** A whole number of smallest units with its sign. */
function whole(units: bigint): string {
  return units < 0n ? `\u2212${groupThousands((-units).toString())}` : groupThousands(units.toString());
}

function listColumns({ chain }: TraceRequest): readonly DataColumn<AuditLine>[] {
  const { hasOutputs } = traitsOf(chain);
  const number = (id: keyof AuditLine & ('into' | 'added' | 'out' | 'fee'), header: string): DataColumn<AuditLine> => ({
    id,
    header,
    align: 'right',
    cell: (line) => whole(line[id]),
  });
  return [
    { id: 'hop', header: 'Hop', align: 'right', cell: ({ hop }) => hop },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'top-left',
      cell: ({ txid }) => <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />,
    },
    { ...number('into', hasOutputs ? 'Traced in' : 'Traced moved'), narrow: 'bottom-left' },
    number('added', '+ added'),
    ...(hasOutputs ? [number('out', '= traced out')] : []),
    number('fee', '+ fee'),
    {
      id: 'difference',
      header: 'Difference',
      align: 'right',
      narrow: 'top-right',
      cell: ({ difference, isBalanced }) =>
        !isBalanced ? '–' : difference === 0n ? '0' : <b className="cf-danger">{whole(difference)}</b>,
    },
  ];
}

/** A sum that closes is not all of it where the beginnings paid more than they are known to have received. */
function describeExact(unbegun: bigint | undefined): string {
  if (unbegun === undefined) return 'Exact.';
  return `What began is accounted for. At least ${whole(unbegun)} more was paid by the beginnings and is not begun.`;
}

function Totals({ answer, request }: { readonly answer: TraceAnswer; readonly request: TraceRequest }) {
  const document = useDocument();
  const describeUnit = (chain: TraceRequest['chain'], asset: string) => {
    const { symbol, decimals } = describeFlowAsset(document, assetIdOf(chain, asset));
    if (decimals === 0) return `In ${symbol}.`;
    return `In the smallest unit: ${groupThousands((10n ** BigInt(decimals)).toString())} are 1 ${symbol}.`;
  };
  return (
    <ul className="cf-totals">
      {answer.trace.sums.map((sum) => {
        const ended = Object.values(sum.ended).reduce((total, amount) => total + amount, 0n);
        const isExact = sum.difference === 0n;
        return (
          <li key={sum.asset} className={isExact ? undefined : 'cf-danger'}>
            <b>{whole(sum.began)}</b> began + <b>{whole(sum.added)}</b> added
            {sum.convertedIn !== 0n && ` + ${whole(sum.convertedIn)} converted in`} = <b>{whole(ended)}</b> ended +{' '}
            <b>{whole(sum.cut)}</b> cut + <b>{whole(sum.fees)}</b> fees
            {sum.convertedOut !== 0n && ` + ${whole(sum.convertedOut)} converted out`}.{' '}
            {isExact ? describeExact(sum.unbegun) : `In and out differ by ${whole(sum.difference)}.`}
            <span className="tm-t3 tm-xs cf-count">{describeUnit(request.chain, sum.asset)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Steps({ answer, request }: { readonly answer: TraceAnswer; readonly request: TraceRequest }) {
  const [text, setText] = useState('');
  const [isOnly, setOnly] = useState(false);
  const lines = useMemo(
    () => answer.trace.steps.map((step) => toAuditLine(step, request.direction)),
    [answer, request],
  );
  const columns = useMemo(() => listColumns(request), [request]);
  const shown = useMemo(() => filterLines(lines, text, isOnly), [lines, text, isOnly]);
  const isEach = lines.every(({ isBalanced }) => isBalanced);
  const wrong = lines.filter(({ difference }) => difference !== 0n).length;
  return (
    <>
      <p className={wrong > 0 ? 'cf-danger' : 'tm-t2'}>
        {wrong === 0
          ? `${formatPlural(lines.length, 'step')}${isEach ? ', each exact in the smallest unit.' : ', in the smallest unit. Money rests in accounts between them: the sum above balances, not each step.'}`
          : `${formatPlural(wrong, 'step')} of ${formatCount(lines.length)} ${wrong === 1 ? 'differs' : 'differ'}. The figures may not be used until this is resolved.`}
      </p>
      <div className="tm-row tm-wrap">
        <input
          className="tm-field cf-small cf-grow"
          aria-label="Transactions that begin with"
          placeholder="Transaction begins with"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <label className="cf-check tm-sm">
          <input type="checkbox" checked={isOnly} onChange={(event) => setOnly(event.currentTarget.checked)} />
          <span>Only differences</span>
        </label>
      </div>
      {shown.length === 0 ? (
        <Empty>No step fits the filter.</Empty>
      ) : (
        <DataTable
          caption="Steps of the trace with their sums in the smallest unit"
          columns={columns}
          rows={shown}
          rowId={({ txid, hop }) => `${txid}/${hop}`}
        />
      )}
    </>
  );
}

/** Every step with its sum in exact integers, and the same as a spreadsheet with live formulas. */
export function AuditPanel() {
  const chosen = useChosenTrace();
  const { request } = chosen;
  const { data, error, isFetching, refetch } = useQuery(auditQuery(request));
  const sheet = useMutation({
    mutationFn: (asked: TraceRequest) =>
      saveFile('exportTraceAudit', { body: { request: toWireRequest(asked) } }, 'trace-audit.xlsx'),
  });
  if (!request) return <Empty>Nothing on this canvas was traced yet, so there is nothing to audit.</Empty>;
  return (
    <div className="cf-wide">
      <div className="tm-row tm-wrap">
        <TraceChoice {...chosen} />
        <button type="button" className="tm-btn" disabled={sheet.isPending} onClick={() => sheet.mutate(request)}>
          <IconTableExport size={16} stroke={1.5} aria-hidden="true" />
          {sheet.isPending ? 'Writing the spreadsheet' : 'Download spreadsheet'}
        </button>
      </div>
      {sheet.error && <ErrorPanel error={sheet.error} what="The spreadsheet" />}
      {error && <ErrorPanel error={error} what="The audit" onRetry={() => void refetch()} />}
      {isFetching && !data && <Tracing words="Recalculating each step" />}
      {data && (
        <>
          <Totals answer={data} request={request} />
          <InverseSection key={`inverse ${data.hash}`} answer={data} />
          <Steps key={data.hash} answer={data} request={request} />
          <p className="tm-t3 tm-xs">
            Hash <span className="tm-mono cf-break">{data.hash}</span>. The same request over the same ledger, labels
            and rules gives it on every machine.
          </p>
        </>
      )}
    </div>
  );
}
