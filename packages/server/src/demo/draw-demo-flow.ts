import type { WireFlowGraph } from '@trailmark/api/contract/flow-wire';
import { createFlowDocument, type FlowDocument, type FlowLogEntry } from '@trailmark/core/flow/flow-document';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { mergeGraph } from '@trailmark/core/flow/merge-graph';
import type { CallHandler } from '../http/call-handler.ts';
import type { DemoFlow } from './demo-case-file.ts';

interface Piece {
  readonly asOf: {
    readonly height: number | null;
    readonly hash: string | null;
    readonly labels: string;
    readonly prices: string;
  };
  readonly graph: WireFlowGraph;
  readonly hash: string;
  readonly trace?: { readonly request: object; readonly state: 'complete' | 'partial' };
}

const byId = <T extends { readonly id: string }>(items: readonly T[]) =>
  Object.fromEntries(items.map((item) => [item.id, item]));

function toEntry(document: FlowDocument, action: FlowLogEntry['action'], request: object, piece: Piece): FlowLogEntry {
  const { height, hash, labels, prices } = piece.asOf;
  return {
    number: document.log.length + 1,
    at: 0,
    action,
    request: JSON.stringify(request),
    resultHash: piece.hash,
    asOf: `${height ?? 'no height'} ${hash ?? 'no hash'}; labels ${labels}; prices ${prices}`.slice(0, 300),
    nodes: 0,
    edges: 0,
    ...(piece.trace && { state: piece.trace.state }),
  };
}

function addPiece(document: FlowDocument, entry: FlowLogEntry, graph: FlowGraph): FlowDocument {
  const changes = mergeGraph(document, graph);
  const counts = { nodes: changes.nodes.length, edges: changes.edges.length };
  return {
    ...document,
    assets: { ...document.assets, ...byId(changes.assets) },
    nodes: { ...document.nodes, ...byId(changes.nodes) },
    edges: { ...document.edges, ...byId(changes.edges) },
    log: [...document.log, { ...entry, ...counts }],
  };
}

/** Draws a coin flow from answers of the tracing engine; every request is in its log with the hash of its answer. */
export async function drawDemoFlow(ask: CallHandler, { flow: title, pieces }: DemoFlow, now: Date): Promise<object> {
  let document = createFlowDocument(title);
  for (const { call, body } of pieces) {
    const answer = await ask(call, { params: {}, query: {}, body });
    if (answer.kind !== 'json') throw new Error(`The coin flow "${title}" got a file for an answer.`);
    const piece = answer.value as unknown as Piece;
    const action = call === 'runTrace' ? 'trace' : 'expand';
    const entry = toEntry(document, action, piece.trace?.request ?? body, piece);
    const at = Math.floor(now.getTime() / 1000);
    document = addPiece(document, { ...entry, at }, piece.graph as unknown as FlowGraph);
  }
  return document;
}
