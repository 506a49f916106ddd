import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { createAgent, type JsonAnswer, postJson, TOO_LARGE } from './post-json.ts';
import { createRpcCredentials, parseRpcUrl, type RpcCredentialOptions } from './rpc-credentials.ts';

export interface RpcClientOptions extends RpcCredentialOptions {
  readonly url: string;
  /** Milliseconds for one whole answer. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Requests at the same time. Default 4, what a node works on by default. */
  readonly concurrency?: number | undefined;
  /** Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Version of JSON-RPC that is spoken. Default 1.0, as Bitcoin Core does; Ethereum's nodes want 2.0. */
  readonly version?: '1.0' | '2.0' | undefined;
  /** Tries of one request, with growing pauses between them. Default 5. */
  readonly attempts?: number | undefined;
  /** Milliseconds of the first pause. Default 250. */
  readonly pauseMs?: number | undefined;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the node says to one call. `message` is the node's own text, made safe to show. */
export type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export interface RpcClient {
  /** Scheme, host and port; nothing secret. */
  readonly origin: string;
  /** One outcome a call, in order; sent as one batch, or in halves where the answer is too large. */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcOutcome[]>;
  /**
   * One call, the text of its result handed to `read` as it came: what is large need not be taken apart. The outcome
   * instead where the call failed, the answer is spelled unusually, or `read` returns undefined.
   */
  scan<T extends object>(
    call: RpcCall,
    read: (text: Uint8Array) => T | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly found: T; readonly bytes: number } | RpcOutcome>;
  /** The result of one call. Throws `unavailable` with the node's words where it refuses. */
  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

const WARMING_UP = -28;
const LINE_FEED = 10;
const LONGEST_PAUSE_MS = 10_000;

/**
 * JSON-RPC as Bitcoin Core, Ethereum's nodes and their relatives speak it. What is `unavailable` (no connection, busy, starting, no answer in
 * time, an answer that is not JSON-RPC or not to this request) is tried again a few times, then thrown.
 * Refused credentials and addresses that are no node are `invalid`; answers above the limit `inconsistent`.
 */
export function createRpcClient(options: RpcClientOptions): RpcClient {
  const url = parseRpcUrl(options.url);
  const credentials = createRpcCredentials(options);
  const concurrency = options.concurrency ?? 4;
  const timeoutMs = options.timeoutMs ?? 30_000;
  const maxResponseBytes = options.maxResponseBytes ?? 64 * 2 ** 20;
  const version = options.version ?? '1.0';
  const agent = createAgent(url, concurrency);
  const limit = createLimit(concurrency);
  let nextId = 1;

  const post = async (body: string, signal?: AbortSignal): Promise<JsonAnswer> => {
    const request = { url, agent, body, timeoutMs, maxResponseBytes, signal };
    const authorization = await credentials.header();
    const answer = await postJson({ ...request, authorization });
    if (answer.status !== 401 || !(await credentials.renew(authorization))) return answer;
    return postJson({ ...request, authorization: await credentials.header() });
  };

  const send = async (
    calls: readonly RpcCall[],
    signal?: AbortSignal,
  ): Promise<{ firstId: number; answer: JsonAnswer }> => {
    const firstId = nextId;
    nextId += calls.length;
    const requests = calls.map((call, i) => ({ jsonrpc: version, id: firstId + i, ...call }));
    return { firstId, answer: await limit(() => post(JSON.stringify(requests), signal)) };
  };

  const attempt = async (calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcOutcome[]> => {
    const { firstId, answer } = await send(calls, signal);
    return toOutcomes(url.origin, answer, firstId, calls.length);
  };

  const batch = async (calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcOutcome[]> => {
    if (calls.length === 0) return [];
    try {
      return await retry(() => attempt(calls, signal), { ...options, timeoutMs, signal });
    } catch (error) {
      const isSplittable = AppError.is(error) && error.context.reason === TOO_LARGE && calls.length > 1;
      if (!isSplittable) throw error;
      const half = calls.length >> 1;
      return [...(await batch(calls.slice(0, half), signal)), ...(await batch(calls.slice(half), signal))];
    }
  };

  return {
    origin: url.origin,
    batch,
    scan: (call, read, signal) =>
      retry(
        async () => {
          const { firstId, answer } = await send([call], signal);
          const text = findResult(answer, firstId);
          const found = text && read(text);
          if (found) return { found, bytes: text.length };
          return toOutcomes(url.origin, answer, firstId, 1)[0] as RpcOutcome;
        },
        { ...options, timeoutMs, signal },
      ),
    async call(method, params, signal) {
      const [outcome] = await batch([{ method, params }], signal);
      return resultOf(url.origin, method, outcome);
    },
    close: () => agent.destroy(),
  };
}

/** Throws `unavailable` with the node's words for an error. */
export function resultOf(origin: string, method: string, outcome: RpcOutcome | undefined): unknown {
  if (outcome && 'result' in outcome) return outcome.result;
  const context = { rpcCode: outcome?.error.code };
  throw new AppError('unavailable', `The node ${origin} refused ${method}: ${outcome?.error.message}`, { context });
}

/** The text of the one result of a batch of one call; undefined where it is not spelled as nearly every node does. */
function findResult({ status, body }: JsonAnswer, id: number): Uint8Array | undefined {
  const head = `[{"jsonrpc":"2.0","id":${id},"result":`;
  if (status !== 200 || body.subarray(0, head.length).toString('latin1') !== head) return undefined;
  let end = body.length;
  while (body[end - 1] === LINE_FEED) end--;
  if (body.subarray(end - 2, end).toString('latin1') !== '}]') return undefined;
  return body.subarray(head.length, end - 2);
}

function toOutcomes(origin: string, answer: JsonAnswer, firstId: number, count: number): RpcOutcome[] {
  const outcomes = parseBatch(origin, answer, firstId, count);
  const starting = outcomes.find((outcome) => 'error' in outcome && outcome.error.code === WARMING_UP);
  if (starting && 'error' in starting) {
    throw new AppError('unavailable', `The node ${origin} is starting: ${starting.error.message}`);
  }
  return outcomes;
}

function parseBatch(origin: string, { status, body }: JsonAnswer, firstId: number, count: number): RpcOutcome[] {
  checkStatus(origin, status);
  const answer = parseJson(origin, body);
  // A node that cannot read the batch, or is still starting, answers with one error instead.
  const entries = Array.isArray(answer) ? answer : undefined;
  if (!entries) {
    const outcome = toOutcome(answer);
    if (outcome && 'error' in outcome) return Array.from({ length: count }, () => outcome);
    throw protocolError(origin, 'is not a JSON-RPC answer');
  }
  const outcomes: (RpcOutcome | undefined)[] = Array.from({ length: count });
  for (const entry of entries) {
    const at = isRecord(entry) && typeof entry.id === 'number' ? entry.id - firstId : -1;
    const outcome = toOutcome(entry);
    if (!outcome || !(at in outcomes)) throw protocolError(origin, 'does not fit the request');
    if (outcomes[at]) throw protocolError(origin, 'answers one call twice');
    outcomes[at] = outcome;
  }
  return outcomes.map((outcome) => {
    if (!outcome) throw protocolError(origin, 'leaves calls unanswered');
    return outcome;
  });
}

function checkStatus(origin: string, status: number): void {
  // Errors of the calls themselves come with 404 and 500 and a JSON body.
  if (status === 200 || status === 404 || status === 500) return;
  if (status === 401 || status === 403) {
    const advice = 'check --rpc-user and password or --rpc-cookie, and rpcallowip in the settings of the node';
    throw new AppError('invalid', `The node ${origin} refuses us (HTTP ${status}): ${advice}.`);
  }
  if (status === 503) throw new AppError('unavailable', `The node ${origin} is busy: its work queue is full.`);
  if (status === 429 || status > 500) throw new AppError('unavailable', `The node ${origin} answered HTTP ${status}.`);
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new AppError('invalid', `${origin} answered HTTP ${status}: that is not a node's JSON-RPC address.${redirect}`);
}

function parseJson(origin: string, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    const error = protocolError(origin, 'is not JSON', cause);
    throw error;
  }
}

function protocolError(origin: string, reason: string, cause?: unknown): AppError {
  return new AppError('unavailable', `An answer of the node ${origin} ${reason}.`, { cause });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toOutcome(entry: unknown): RpcOutcome | undefined {
  if (!isRecord(entry)) return undefined;
  const { error } = entry;
  if (isRecord(error) && typeof error.code === 'number') {
    return { error: { code: error.code, message: toSafeText(error.message) } };
  }
  return 'result' in entry && (error === null || error === undefined) ? { result: entry.result } : undefined;
}

/** The words of the node may be an attacker's: one line, not long. */
export function toSafeText(message: unknown): string {
  return String(message ?? 'no reason given')
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 200);
}

interface RetryOptions {
  readonly attempts?: number | undefined;
  readonly pauseMs?: number | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Pauses double and are spread, so that many callers do not come back at once. A node that hangs is not queried for ever. */
export async function retry<T>(action: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts = 5, pauseMs = 250, timeoutMs, signal } = options;
  const lastStart = Date.now() + 2 * timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!AppError.is(error, 'unavailable') || attempt >= attempts || Date.now() >= lastStart) throw error;
    }
    const pause = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (attempt - 1));
    await sleep(pause * (0.5 + Math.random() / 2), undefined, signal ? { signal } : undefined);
  }
}

/** Runs at most `count` actions at once, the rest in the order they came. */
export function createLimit(count: number): <T>(action: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (action) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await action();
    } finally {
      // The place goes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
