import { asFlowGraph } from '@trailmark/api/contract/flow-wire';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { NATIVE_ASSET, parseAssetId } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import { toBridgeEdge } from '@trailmark/core/flow/bridge-edge';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { addressNodeId, type FlowEdge, type FlowGraph, type FlowNode } from '@trailmark/core/flow/flow-graph';
import type { Crossing } from '@trailmark/core/trace/crossing';
import { toLegRequest } from '@trailmark/core/trace/leg-request';
import type { TraceDirection, TraceRequest } from '@trailmark/core/trace/trace-request';
import { traitsOf } from '../../format/chain-traits.ts';
import type { FlowStore } from '../../graph/flow-store.ts';
import { listTraces } from './flow-acts.ts';
import { callFlow, type FlowAnswer } from './queries.ts';
import { assetIdOf, listGaps, traceLog } from './trace-run.ts';

export type FoundCrossing = FlowAnswer<'findCrossings'>['items'][number];

/** The place at which a trail ended at a bridge, as the server is queried about it. */
export interface BridgePlace {
  readonly chain: ChainId;
  readonly ref: string;
  readonly edge: FlowEdge;
  readonly direction: TraceDirection;
  /** The trace that ended there. */
  readonly request: TraceRequest;
}

/** `g:<chain>:<ref>:bridge`, as the sign of a bridge is named. */
function refOf({ id, chain }: FlowNode): string | undefined {
  const head = `g:${chain}:`;
  return id.startsWith(head) && id.endsWith(':bridge') ? id.slice(head.length, -':bridge'.length) : undefined;
}

/** What the canvas knows of a sign that says where a bridge leads; undefined where no trace of it is in the log. */
export function findBridgePlace({ edges, log }: FlowDocument, node: FlowNode): BridgePlace | undefined {
  const ref = refOf(node);
  const edge = Object.values(edges).find(({ kind, to }) => kind === 'bridge' && to === node.id);
  const request = listTraces(log).find((trace) => trace.request.chain === node.chain)?.request;
  if (ref === undefined || !edge || !request) return undefined;
  return { chain: node.chain, ref, edge, direction: request.direction, request };
}

/** Asks where the money came out, or went in. Nothing is drawn. */
export async function lookForOtherSide({ chain, ref, edge, direction }: BridgePlace): Promise<FoundCrossing> {
  const traits = traitsOf(chain);
  const asset = traits.hasTokens ? parseAssetId(traits.id, edge.asset) : NATIVE_ASSET;
  const leaves = [{ ref, asset, amount: BigInt(edge.tainted ?? edge.amount) }];
  const { items } = await callFlow('findCrossings', { body: { chain, direction, leaves } });
  const [item] = items;
  if (!item) throw new Error('The server answered nothing about this bridge.');
  return item;
}

/** The trace that continues where a bridge transfer leads, by the rules of the one that ended at it. */
export function requestOver({ request }: BridgePlace, crossing: Crossing): TraceRequest {
  return toLegRequest(request, crossing, request.budget);
}

function withBridge(graph: FlowGraph, place: BridgePlace, crossing: Crossing, answer: TraceAnswer): FlowGraph {
  const { chain, address } = { chain: answer.trace.request.chain, address: answer.trace.seeds[0]?.address };
  const far = typeof address === 'string' ? addressNodeId(chain, address) : undefined;
  if (far === undefined || !graph.nodes.some(({ id }) => id === far)) return graph;
  const here = place.edge.from;
  const ends = place.direction === 'forward' ? { from: here, to: far } : { from: far, to: here };
  const edge = toBridgeEdge(crossing, ends, (end) => assetIdOf(end.chain, end.asset));
  return { ...graph, edges: [...graph.edges, edge] };
}

/** Brings the trace on the other side onto the canvas, with the bridge drawn in place of the sign. */
export async function addOverBridge(
  store: FlowStore,
  sign: FlowNode,
  { place, crossing }: { readonly place: BridgePlace; readonly crossing: Crossing },
  answer: TraceAnswer,
): Promise<void> {
  await store.addGraph(
    'Follow over a bridge',
    withBridge(asFlowGraph(answer.graph), place, crossing, answer),
    traceLog(answer),
  );
  const news = listGaps(answer).filter((gap) => !store.document.gaps.includes(gap));
  store.act('Take away the sign of the bridge', (draft) => {
    draft.gaps.push(...news);
    if (draft.marks[sign.id] !== undefined) return;
    delete draft.nodes[sign.id];
    for (const edge of Object.values(draft.edges))
      if (edge.from === sign.id || edge.to === sign.id) delete draft.edges[edge.id];
  });
}
