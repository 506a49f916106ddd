import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { canonicalTracePieces } from '@trailmark/analysis/tracing/canonical-trace';
import { toFlowGraph } from '@trailmark/analysis/tracing/to-flow-graph';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import type { Trace } from '@trailmark/core/trace/trace';
import { listTraceAssets, openFlowContext } from './flow-context.ts';
import type { TraceDeps } from './open-trace.ts';
import type { TraceRun } from './trace-desk.ts';

const LONG_PIECE = 100_000;

/** SHA-256 over the canonical text of a trace, hexadecimal: what two offices compare. */
export async function hashTrace(trace: Trace): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of canonicalTracePieces(trace)) {
    hash.update(piece);
    // A hundred thousand transactions are more than others should wait for.
    if (piece.length > LONG_PIECE) await setImmediate();
  }
  return hash.digest('hex');
}

/** A run as the API answers it: the trace, its hash, and the graph a canvas draws of it. */
export async function toTraceAnswer(
  deps: TraceDeps,
  { trace, asOf, resume, restarted }: TraceRun,
  currency: string,
  read: ReadOptions,
  drawsPeels = false,
): Promise<TraceAnswer> {
  const assets = listTraceAssets(trace.sums.map(({ asset }) => asset));
  const context = await openFlowContext(deps, trace.request.chain, { assets, currency }, read);
  const graph = toFlowGraph(trace, context, { collapsePeels: !drawsPeels });
  return {
    asOf,
    trace: trace as TraceAnswer['trace'],
    graph: graph as TraceAnswer['graph'],
    hash: await hashTrace(trace),
    resume,
    restarted,
  };
}
