import { IconAlertTriangle, IconEqual } from '@tabler/icons-react';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { FlowDocument, FlowLogEntry, FlowSum } from '@trailmark/core/flow/flow-document';
import { MAX_BUDGET, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { showToast } from '../../components/toast.ts';
import { groupThousands } from '../../format/amount.ts';
import { formatPlural } from '../../format/number.ts';
import { formatFlowAmount } from './asset-words.ts';
import { addTrace } from './flow-acts.ts';
import { decodeRequest, resumeOf } from './trace-run.ts';
import { useDocument, useWorkspace } from './workspace.ts';

const LARGER = 4;

/** The last trace of the log that says what it came to. */
export function findLastSums(
  log: FlowDocument['log'],
): (FlowLogEntry & { readonly sums: readonly FlowSum[] }) | undefined {
  const entry = log.findLast(({ action, sums }) => action === 'trace' && sums !== undefined && sums.length > 0);
  return entry?.sums ? { ...entry, sums: entry.sums } : undefined;
}

interface SumProps {
  readonly document: FlowDocument;
  readonly sum: FlowSum;
  readonly isBack: boolean;
}

function SumLine({ document, sum, isBack }: SumProps) {
  const say = (units: bigint | string) => formatFlowAmount(document, sum.asset, units);
  const added = BigInt(sum.added);
  const isExact = BigInt(sum.difference) === 0n;
  const isWhole = isExact && sum.unbegun === undefined;
  return (
    <span className={isExact ? 'cf-sum' : 'cf-sum danger'}>
      {isWhole ? <IconEqual size={14} aria-hidden="true" /> : <IconAlertTriangle size={14} aria-hidden="true" />}
      <b>
        {say(sum.began)} {isBack ? 'traced back' : 'in'}
        {added !== 0n && ` ${added > 0n ? '+' : '\u2212'} ${say(added < 0n ? -added : added)} counted in`} ={' '}
        {say(BigInt(sum.ended) + BigInt(sum.cut))} at {isBack ? 'origins' : 'exits'} and gaps + {say(sum.fees)} fees
      </b>
      {isExact && sum.unbegun !== undefined && (
        <b>Not all: at least {say(sum.unbegun)} more was paid and is not begun</b>
      )}
      {isExact && sum.unbegun === undefined && <span className="tm-t3">Exact, in the smallest unit</span>}
      {!isExact && (
        <b>In and out differ by {say(sum.difference)}. No figure of this trace may be used until this is resolved.</b>
      )}
    </span>
  );
}

/** A trace that a budget ended, with how to continue: from where it ended, or again with a larger budget. */
function Partial({ entry }: { readonly entry: FlowLogEntry }) {
  const { store, saver, trace } = useWorkspace();
  const request = decodeRequest(entry.request);
  const onward = () => {
    if (!request) return;
    const resume = resumeOf(entry.resultHash);
    const budget = resume === undefined ? Math.min(MAX_BUDGET, request.budget * LARGER) : request.budget;
    const put = (answer: TraceAnswer) => {
      if (answer.restarted !== null) showToast('done', answer.restarted);
      return addTrace(store, 'Continue the trace', answer);
    };
    void trace.run({ ...request, budget }, put, { resume });
  };
  return (
    <span className="cf-partial">
      Partial: the budget ended it{' '}
      {saver && request && (
        <button type="button" className="tm-linkbtn" disabled={trace.state.kind === 'running'} onClick={onward}>
          Continue
        </button>
      )}
    </span>
  );
}

/** The same seeds, with all that went through the addresses that paid more than they received. */
function withAllOf(seeds: TraceRequest['seeds'], addresses: readonly string[]): TraceRequest['seeds'] {
  return seeds.map((seed) =>
    seed.kind === 'address' && addresses.includes(seed.address) ? { ...seed, side: 'all' } : seed,
  );
}

/** Offers to begin with what was paid too, where the last trace began with the receipts alone. */
function Unbegun({ entry, seeds }: { readonly entry: FlowLogEntry; readonly seeds: readonly string[] }) {
  const { store, saver, trace } = useWorkspace();
  const request = decodeRequest(entry.request);
  if (!saver || !request) return null;
  const again = () => {
    const wider = { ...request, seeds: withAllOf(request.seeds, seeds) };
    void trace.run(wider, (answer) => addTrace(store, 'Begin with what was paid', answer));
  };
  return (
    <button type="button" className="tm-linkbtn" disabled={trace.state.kind === 'running'} onClick={again}>
      Begin with what was paid too
    </button>
  );
}

/** Whether in is out, to the smallest unit; what is drawn; what is missing; what it is true of. */
export function FlowFoot() {
  const { openPanel } = useWorkspace();
  const document = useDocument();
  const last = findLastSums(document.log);
  const asOf = document.log.at(-1)?.asOf;
  const [height, ...rest] = (asOf ?? '').split(' ');
  const [hash = '', ...versions] = rest.join(' ').split('; ');
  const ends = document.log.findLast((entry) => entry.ends !== undefined)?.ends;
  const traces = document.log.filter(({ action }) => action === 'trace').length;
  return (
    <div className="cf-foot">
      {last?.sums[0] ? (
        <SumLine
          document={document}
          sum={last.sums[0]}
          isBack={decodeRequest(last.request)?.direction === 'backward'}
        />
      ) : (
        <span className="tm-t3">Nothing on this canvas was traced; amounts are what the ledger says.</span>
      )}
      {last?.sums[0]?.unbegunSeeds && <Unbegun entry={last} seeds={last.sums[0].unbegunSeeds} />}
      {last && last.sums.length > 1 && <span>{formatPlural(last.sums.length - 1, 'more asset')}</span>}
      {traces > 1 && <span title="The sums are of the last trace">last of {formatPlural(traces, 'trace')}</span>}
      {last?.state === 'partial' && <Partial entry={last} />}
      {ends && (
        <button type="button" className="tm-linkbtn" onClick={() => openPanel('ends')}>
          {formatPlural(ends.total, 'end')}
        </button>
      )}
      <span className="tm-grow" />
      <span>
        {formatPlural(Object.keys(document.nodes).length, 'node')},{' '}
        {formatPlural(Object.keys(document.edges).length, 'edge')}
      </span>
      {document.gaps.length > 0 && (
        <button type="button" className="tm-linkbtn" onClick={() => openPanel('gaps')}>
          {formatPlural(document.gaps.length, 'gap')}
        </button>
      )}
      {asOf !== undefined && (
        <button
          type="button"
          className="tm-linkbtn cf-asof"
          title="All versions, and whether it is the same today"
          onClick={() => openPanel('log')}
        >
          As of height {groupThousands(height ?? '')}
          {/^[0-9a-f]{64}$/.test(hash) && `, ${hash.slice(0, 4)}…${hash.slice(-4)}`}.{' '}
          {versions.map(capitalise).join('. ')}
        </button>
      )}
    </div>
  );
}

function capitalise(text: string): string {
  const [name = '', version = ''] = text.split(' ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${version.slice(0, 8)}`;
}
