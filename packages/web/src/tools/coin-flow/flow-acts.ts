import { asFlowGraph, type WireFlowGraph } from '@trailmark/api/contract/flow-wire';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { AssetKey } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { FlowDocument, FlowLogEntry } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import type { TraceChoice, TraceDirection, TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import { serverNow } from '../../api.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatPlural } from '../../format/number.ts';
import type { FlowStore, LogDraft } from '../../graph/flow-store.ts';
import { type EndChange, listEndChanges } from './end-changes.ts';
import { callFlow, type FlowAnswer } from './queries.ts';
import { decodeRequest, formatLogAsOf, listGaps, traceLog } from './trace-run.ts';

interface Fragment {
  readonly asOf: TraceAnswer['asOf'];
  readonly graph: WireFlowGraph;
  readonly hash: string;
}

const LONGEST_REQUEST = 65_536;

function logOf(action: FlowLogEntry['action'], request: object, { asOf, hash }: Fragment): LogDraft {
  return {
    at: Math.floor(serverNow() / 1000),
    action,
    request: JSON.stringify(request).slice(0, LONGEST_REQUEST),
    resultHash: hash,
    asOf: formatLogAsOf(asOf),
  };
}

export interface Expansion {
  readonly direction: TraceDirection;
  readonly order: 'value' | 'time';
  readonly limit: number;
  readonly offset: number;
  /** Undefined: the server chooses the one the address moved most. */
  readonly asset?: AssetKey | undefined;
  readonly fromPosition?: number | undefined;
}

/** One hop from a node, with the next payments by value or time. */
export async function expandNode(
  store: FlowStore,
  node: FlowNode,
  expansion: Expansion,
): Promise<FlowAnswer<'expandFlow'>> {
  const body = { chain: node.chain, node: node.text, ...expansion };
  const answer = await callFlow('expandFlow', { body });
  const words = expansion.direction === 'forward' ? 'Expand forward' : 'Expand back';
  await store.addGraph(words, asFlowGraph(answer.graph), logOf('expand', body, answer));
  return answer;
}

/** Addresses and transactions by hand. */
export async function addItems(
  store: FlowStore,
  chain: ChainId,
  items: readonly string[],
): Promise<FlowAnswer<'addToFlow'>> {
  const body = { chain, items: [...items] };
  const answer = await callFlow('addToFlow', { body });
  await store.addGraph(
    `Add ${formatPlural(items.length, 'item')}`,
    asFlowGraph(answer.graph),
    logOf('add', body, answer),
  );
  return answer;
}

/** Every payment between two addresses. */
export async function linkAddresses(store: FlowStore, a: FlowNode, b: FlowNode): Promise<FlowAnswer<'linkFlow'>> {
  const body = { chain: a.chain, a: a.text, b: b.text, limit: 200 };
  const answer = await callFlow('linkFlow', { body });
  await store.addGraph('Add all payments between two', asFlowGraph(answer.graph), logOf('links', body, answer));
  return answer;
}

export interface PathQuestion {
  readonly chain: ChainId;
  /** Of chains with tokens; undefined: the coin. */
  readonly asset?: AssetKey | undefined;
  readonly from: string;
  /** Undefined: the nearest services. */
  readonly to: string | undefined;
  readonly direction: TraceDirection;
  readonly mode: 'strongest' | 'shortest' | 'all';
  readonly maxHops: number;
  readonly limit: number;
}

/** Looks for paths; nothing is drawn yet. */
export function findFlowPaths(question: PathQuestion, signal?: AbortSignal): Promise<FlowAnswer<'findPaths'>> {
  return callFlow('findPaths', { body: question, ...(signal && { signal }) });
}

/** Draws what a search for paths found. The answer has no hash of its own: replays compare nodes and payments. */
export async function drawPaths(
  store: FlowStore,
  question: PathQuestion,
  answer: FlowAnswer<'findPaths'>,
): Promise<void> {
  const facts = { asOf: answer.asOf, graph: answer.graph, hash: await hashText(JSON.stringify(answer.graph)) };
  await store.addGraph('Draw paths', asFlowGraph(answer.graph), logOf('path', question, facts));
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface LoggedTrace {
  readonly entry: FlowLogEntry;
  readonly request: TraceRequest;
}

/** Traces that brought something onto the canvas, the last one first. */
export function listTraces(log: FlowDocument['log']): readonly LoggedTrace[] {
  return log
    .filter(({ action }) => action === 'trace')
    .toReversed()
    .flatMap((entry) => {
      const request = decodeRequest(entry.request);
      return request ? [{ entry, request }] : [];
    });
}

/** Whether all traces of a canvas are one, run again: then a new one takes the place of what the last one brought. */
export function areOneTrace(traces: readonly LoggedTrace[]): boolean {
  const beginnings = traces.map(({ request: { chain, asset, direction, seeds } }) =>
    JSON.stringify([chain, asset, direction, seeds]),
  );
  return new Set(beginnings).size === 1;
}

const OUTPUT_REF = /^([0-9a-f]{64}):(\d{1,10})$/;
const TRANSFER_REF = /^(?:0x)?([0-9a-f]{64})#(\d{1,7})$/;

function seedOfRef(chain: ChainId, ref: string): TraceSeed | undefined {
  const { hasOutputs } = traitsOf(chain);
  const [, txid, number] = (hasOutputs ? OUTPUT_REF : TRANSFER_REF).exec(ref) ?? [];
  if (txid === undefined || number === undefined) return undefined;
  return hasOutputs ? { kind: 'output', txid, vout: Number(number) } : { kind: 'transfer', txid, slot: Number(number) };
}

/** What a trace continues with at a node: the traced payments that arrived there, or all of the address. */
export function seedsAt(document: FlowDocument, node: FlowNode, direction: TraceDirection): readonly TraceSeed[] {
  const edges = Object.values(document.edges).filter(
    (edge) => edge.tainted !== null && (direction === 'forward' ? edge.to : edge.from) === node.id,
  );
  const isWhole = edges.every(({ count, refs }) => count <= refs.length);
  const seeds = edges.flatMap(({ refs }) => refs.flatMap((ref) => seedOfRef(node.chain, ref) ?? []));
  const once = [...new Map(seeds.map((seed) => [JSON.stringify(seed), seed])).values()];
  if (isWhole && once.length > 0) return once;
  if (node.kind === 'transaction') return [{ kind: 'transaction', txid: node.text }];
  return [{ kind: 'address', address: node.text }];
}

/** Brings the answer of a trace onto the canvas. */
export async function addTrace(store: FlowStore, label: string, answer: TraceAnswer): Promise<void> {
  await store.addGraph(label, asFlowGraph(answer.graph), traceLog(answer));
  const news = listGaps(answer).filter((gap) => !store.document.gaps.includes(gap));
  if (news.length > 0)
    store.act('Note what is not indexed', (draft) => {
      draft.gaps.push(...news);
    });
}

/** The request with one more word of an examiner on a transaction; it takes the place of an earlier one. */
export function withChoice(request: TraceRequest, choice: TraceChoice): TraceRequest {
  return { ...request, choices: [...request.choices.filter(({ txid }) => txid !== choice.txid), choice] };
}

/** Ids of traced parts that a new trace of the same beginning no longer holds and nobody wrote on. */
export function listObsolete(document: FlowDocument, fresh: ReadonlySet<string>): readonly string[] {
  const isFree = (id: string) => !fresh.has(id) && document.marks[id] === undefined;
  const edges = Object.values(document.edges).filter(({ id, tainted }) => tainted !== null && isFree(id));
  const nodes = Object.values(document.nodes).filter(({ id, hop }) => hop !== null && isFree(id));
  return [...edges, ...nodes].map(({ id }) => id);
}

/** Takes away what only the trace before knew, after one with another choice came. */
export function dropObsolete(store: FlowStore, answer: TraceAnswer): void {
  const fresh = new Set([...answer.graph.nodes, ...answer.graph.edges].map(({ id }) => id));
  const gone = new Set(listObsolete(store.document, fresh));
  if (gone.size === 0) return;
  store.act('Take away what the earlier choice brought', (draft) => {
    for (const id of gone) {
      delete draft.edges[id];
      delete draft.nodes[id];
    }
    for (const edge of Object.values(draft.edges))
      if (!draft.nodes[edge.from] || !draft.nodes[edge.to]) delete draft.edges[edge.id];
  });
}

/** Brings a trace that was run again another way, in the place of the earlier one where it is the only one. */
export async function retrace(
  store: FlowStore,
  label: string,
  answer: TraceAnswer,
  isOnly: boolean,
): Promise<readonly EndChange[]> {
  const before = store.document;
  await addTrace(store, label, answer);
  if (isOnly) dropObsolete(store, answer);
  return listEndChanges(before, store.document);
}
