import { createHash } from 'node:crypto';
import { canonicalTrace } from '@trailmark/analysis/tracing/canonical-trace';
import { toFlowGraph } from '@trailmark/analysis/tracing/to-flow-graph';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import type { Trace } from '@trailmark/core/trace/trace';
import { listTraceAssets, openFlowContext } from './flow-context.ts';
import type { TraceDeps } from './open-trace.ts';
import type { TraceRun } from './trace-desk.ts';

/** SHA-256 over the canonical text of a trace, hexadecimal: what two offices compare. */
export function hashTrace(trace: Trace): string {
  return createHash('sha256').update(canonicalTrace(trace)).digest('hex');
}

/** A run as the API answers it: the trace, its hash, and the graph a canvas draws of it. */
export async function toTraceAnswer(
  deps: TraceDeps,
  { trace, asOf, resume, restarted }: TraceRun,
  currency: string,
  read: ReadOptions,
): Promise<TraceAnswer> {
  const assets = listTraceAssets(trace.sums.map(({ asset }) => asset));
  const context = await openFlowContext(deps, trace.request.chain, { assets, currency }, read);
  const graph = toFlowGraph(trace, context);
  return {
    asOf,
    trace: trace as TraceAnswer['trace'],
    graph: graph as TraceAnswer['graph'],
    hash: hashTrace(trace),
    resume,
    restarted,
  };
}
