import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { canonicalTracePieces } from '@trailmark/analysis/tracing/canonical-trace';
import { canonicalLegs } from '@trailmark/analysis/tracing/crossings/canonical-legs';
import { type DrawnLeg, joinGraphs } from '@trailmark/analysis/tracing/crossings/join-graphs';
import { toFlowGraph } from '@trailmark/analysis/tracing/to-flow-graph';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { formatAssetId } from '@trailmark/core/asset';
import type { AssetIdOf } from '@trailmark/core/flow/bridge-edge';
import { MAX_FLOW_EDGES, MAX_FLOW_NODES } from '@trailmark/core/flow/flow-document';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Trace } from '@trailmark/core/trace/trace';
import { listTraceAssets } from './engines/flow-context.ts';
import { getTracingEngine } from './engines/get-tracing-engine.ts';
import type { RunLeg } from './follow-run.ts';
import type { TraceDeps } from './trace-as-of.ts';
import type { TraceRun } from './trace-service.ts';

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

const MOST = { nodes: MAX_FLOW_NODES, edges: MAX_FLOW_EDGES };

/** An asset as graphs name it. */
const assetIdOf: AssetIdOf = ({ chain, asset }) => formatAssetId(chain, asset);

async function drawTrace(
  deps: TraceDeps,
  trace: Trace,
  { currency, drawsPeels }: { readonly currency: string; readonly drawsPeels: boolean },
  read: ReadOptions,
): Promise<FlowGraph> {
  const assets = listTraceAssets(trace.sums.map(({ asset }) => asset));
  const context = await getTracingEngine(deps, trace.request.chain).openContext({ assets, currency }, read);
  return toFlowGraph(trace, context, { collapsePeels: !drawsPeels });
}

/** A run as the API answers it: the trace, its hash, and the graph a canvas draws of it. */
export async function toTraceAnswer(
  deps: TraceDeps,
  { trace, asOf, resume, restarted, followed, ends }: TraceRun,
  currency: string,
  read: ReadOptions,
  drawsPeels = false,
): Promise<TraceAnswer> {
  const draw = (one: Trace): Promise<FlowGraph> => drawTrace(deps, one, { currency, drawsPeels }, read);
  const [graph, hash] = [await draw(trace), await hashTrace(trace)];
  const head = { asOf, trace: trace as TraceAnswer['trace'], resume, restarted };
  const answer = ends ? { ...head, ends: ends as unknown as NonNullable<TraceAnswer['ends']> } : head;
  if (!followed) return { ...answer, graph: graph as TraceAnswer['graph'], hash };
  const drawn: DrawnLeg[] = [];
  const legs: (RunLeg & { readonly hash: string })[] = [];
  for (const leg of followed.legs) {
    drawn.push({ ...leg, graph: await draw(leg.trace) });
    legs.push({ ...leg, hash: await hashTrace(leg.trace) });
  }
  const joined = joinGraphs({ trace, graph }, drawn, followed.crossings, { idOf: assetIdOf, most: MOST });
  return {
    ...answer,
    graph: joined as TraceAnswer['graph'],
    hash: legs.length === 0 ? hash : createHash('sha256').update(canonicalLegs(hash, legs)).digest('hex'),
    legs: legs as unknown as NonNullable<TraceAnswer['legs']>,
    crossings: followed.crossings as NonNullable<TraceAnswer['crossings']>,
  };
}
