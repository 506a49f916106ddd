import { asFlowGraph, type flowDocument } from '@trailmark/api/contract/flow-wire';
import { type TraceAnswer, traceRoutes } from '@trailmark/api/contract/trace';
import type { WaitingPlace } from '@trailmark/api/contract/trace-line';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { routeUrl } from '@trailmark/api/route-call';
import { formatAssetId } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { createFlowDocument, type FlowDocument, type FlowEnds, type FlowSum } from '@trailmark/core/flow/flow-document';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { fetchStatedWork, serverNow } from '../../api.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import type { LogDraft } from '../../graph/flow-store.ts';
import { callFlow } from './queries.ts';
import { readTraceStream } from './trace-stream.ts';

type WireRequest = Parameters<typeof traceRequest.encode>[0];

/** Core's request as the contract writes it: the same data, with lists that may be written to. */
export function toWireRequest(request: TraceRequest): WireRequest {
  return structuredClone(request) as WireRequest;
}

/** The request as text for the log: the body that anybody sends to `POST /api/v1/traces` to get the same. */
export function encodeRequest(request: TraceRequest): string {
  return JSON.stringify({ request: traceRequest.encode(toWireRequest(request)) });
}

/** A request out of the log; undefined where the entry was no trace or cannot be read. */
export function decodeRequest(text: string): TraceRequest | undefined {
  try {
    const { request } = JSON.parse(text) as { readonly request?: unknown };
    const result = traceRequest.safeDecode(request as never);
    return result.success ? (result.data as TraceRequest) : undefined;
  } catch {
    return undefined;
  }
}

type WireDocument = Parameters<typeof flowDocument.encode>[0];

/** Core's document as the contract writes it. */
export function toWireDocument(document: FlowDocument): WireDocument {
  return document as unknown as WireDocument;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TraceProgress) => void;
  /** Its place in the queue while it waits for its turn. */
  readonly onWaiting?: ((place: WaitingPlace) => void) | undefined;
  /** Continues a partial trace where it ended. */
  readonly resume?: string | undefined;
  /** Draw peel chains transaction by transaction. */
  readonly drawsPeels?: boolean | undefined;
  /** Search for every end first. */
  readonly findsEnds?: boolean | undefined;
}

/** Runs a trace on the server; aborting ends the work there too. */
export async function runTraceStream(request: TraceRequest, options: RunOptions): Promise<TraceAnswer> {
  const route = traceRoutes.streamTrace;
  const body = route.body.safeEncode({
    request: toWireRequest(request),
    resume: options.resume,
    drawsPeels: options.drawsPeels,
    findsEnds: options.findsEnds,
  });
  if (!body.success) {
    const [issue] = body.error.issues;
    throw new AppError('invalid', `"${issue?.path.join('.')}" is not acceptable: ${issue?.message}.`);
  }
  const response = await fetchStatedWork(routeUrl(route, {}), {
    method: 'POST',
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
    body: JSON.stringify(body.data),
    signal: options.signal,
  });
  return readTraceStream(response, options.onProgress, options.onWaiting);
}

type AsOf = TraceAnswer['asOf'];

/** Tip and versions an answer is true of, as the log keeps them. */
export function formatLogAsOf({ height, hash, labels, prices }: AsOf): string {
  return `${height ?? 'no height'} ${hash ?? 'no hash'}; labels ${labels}; prices ${prices}`.slice(0, 300);
}

/** Text of an asset in a graph: of the Bitcoin family its chain. */
export function assetIdOf(chain: ChainId, asset: string): string {
  const traits = traitsOf(chain);
  return traits.hasTokens ? formatAssetId(traits.id, asset) : chain;
}

/** What a trace came to, as the log keeps it. */
export function summariseTrace({ request, sums, gaps }: TraceAnswer['trace']): readonly FlowSum[] {
  const unbegunSeeds = gaps.filter(({ kind }) => kind === 'unbegun').map(({ where }) => where);
  return sums.map((sum) => ({
    asset: assetIdOf(request.chain, sum.asset),
    began: sum.began.toString(),
    added: (sum.added + sum.convertedIn - sum.convertedOut).toString(),
    ended: Object.values(sum.ended)
      .reduce((total, amount) => total + amount, 0n)
      .toString(),
    cut: sum.cut.toString(),
    fees: sum.fees.toString(),
    difference: sum.difference.toString(),
    ...(sum.unbegun !== undefined && { unbegun: sum.unbegun.toString(), unbegunSeeds }),
  }));
}

/** The ends of a trace that searched for them, as the log keeps them. */
function summariseEnds({ trace: { request }, ends }: TraceAnswer): FlowEnds | undefined {
  if (!ends) return undefined;
  const items = ends.items.map(({ name, address, asset, reason, standing, advice, party, amounts, ...range }) => ({
    ...{ name: name.slice(0, 200), address, asset: assetIdOf(request.chain, asset), reason, standing, advice },
    isNamed: party !== null,
    own: (amounts[0] ?? 0n).toString(),
    least: range.least.toString(),
    most: range.most.toString(),
    reach: range.reach.toString(),
  }));
  return { items, total: ends.total, sentences: ends.sentences };
}

/** Tokens that continue partial traces, by the hash of what they brought; the server forgets them after ten minutes. */
const resumes = new Map<string, string>();

/** What continues the trace of a log entry where it ended; undefined where it must start again. */
export function resumeOf(resultHash: string): string | undefined {
  return resumes.get(resultHash);
}

/** The log entry of a trace. */
export function traceLog(answer: TraceAnswer): LogDraft {
  if (answer.resume !== null) resumes.set(answer.hash, answer.resume);
  return {
    at: Math.floor(serverNow() / 1000),
    action: 'trace',
    request: encodeRequest(answer.trace.request as TraceRequest),
    resultHash: answer.hash,
    asOf: formatLogAsOf(answer.asOf),
    sums: summariseTrace(answer.trace),
    ends: summariseEnds(answer),
    state: answer.trace.state,
  };
}

/** Sentences of what an answer does not hold, as a document keeps them. */
export function listGaps(answer: TraceAnswer): readonly string[] {
  const { trace, legs = [], crossings = [] } = answer;
  const gaps = [trace, ...legs.map((leg) => leg.trace)].flatMap((each) => each.gaps.map(({ message }) => message));
  const unfollowed = crossings.filter(({ outcome, sentence }) => outcome !== 'found' || /Not followed:/.test(sentence));
  const said = unfollowed.map(({ sentence }) => `A bridge was not followed. ${sentence}`);
  return [...new Set([...gaps, ...said])].map((sentence) => sentence.slice(0, 600));
}

/** A new saved flow with what a trace brought. */
export async function createFlowOfTrace(title: string, answer: TraceAnswer): Promise<string> {
  const { FlowStore } = await import('../../graph/flow-store.ts');
  const store = new FlowStore({ ...createFlowDocument(title), gaps: listGaps(answer) });
  await store.addGraph('Trace', asFlowGraph(answer.graph), traceLog(answer));
  return createFlowOf(store.document);
}

/** Saves a document as a new flow and gives its id. */
export async function createFlowOf(document: FlowDocument): Promise<string> {
  const head = await callFlow('createFlow', { body: { document: toWireDocument(document) } });
  return head.id;
}
