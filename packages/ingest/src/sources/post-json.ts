import * as http from 'node:http';
import * as https from 'node:https';
import { AppError } from '@trailmark/core/errors';

export interface JsonRequest {
  readonly url: URL;
  readonly agent: http.Agent;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Milliseconds from the first byte sent to the last byte read: an answer that drips is cut off too. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Marks the failure of an answer above the limit, so that a batch can be requested in parts. */
export const TOO_LARGE = 'answer-too-large';

/** An agent that keeps up to `connections` open. It talks to the host itself: no proxy setting is read. */
export function createAgent(url: URL, connections: number): http.Agent {
  const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections };
  return url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
}

/**
 * One POST, to exactly this URL: redirects are answers, not followed. Throws `unavailable` where no whole answer comes in
 * time, `inconsistent` (context `reason`: TOO_LARGE) for one above the limit, and the signal's reason when aborted.
 */
export function postJson(request: JsonRequest): Promise<JsonAnswer> {
  const { url, signal } = request;
  const { promise, resolve, reject } = Promise.withResolvers<JsonAnswer>();
  const send = url.protocol === 'https:' ? https.request : http.request;
  const outgoing = send(url, { method: 'POST', agent: request.agent, headers: headersOf(request) });
  const fail = (error: unknown): void => {
    reject(error);
    outgoing.destroy();
  };
  const seconds = Math.round(request.timeoutMs / 100) / 10;
  const timer = setTimeout(() => {
    fail(new AppError('unavailable', `The node ${url.origin} has not answered in full within ${seconds} seconds.`));
  }, request.timeoutMs);
  const onAbort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  outgoing.on('response', (incoming) => readAnswer(incoming, request, resolve, fail));
  outgoing.on('error', (cause) => fail(connectionError(url, cause)));
  if (signal?.aborted) onAbort();
  else outgoing.end(request.body);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
}

function headersOf({ authorization, body }: JsonRequest): http.OutgoingHttpHeaders {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(authorization !== undefined && { authorization }),
  };
}

function readAnswer(
  incoming: http.IncomingMessage,
  { url, maxResponseBytes }: JsonRequest,
  resolve: (answer: JsonAnswer) => void,
  fail: (error: unknown) => void,
): void {
  const parts: Buffer[] = [];
  let length = 0;
  incoming.on('data', (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length <= maxResponseBytes) return;
    const message = `The node ${url.origin} answered with more than ${maxResponseBytes} bytes.`;
    fail(new AppError('inconsistent', message, { context: { reason: TOO_LARGE } }));
  });
  incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(parts, length) }));
  incoming.on('error', (cause) => fail(connectionError(url, cause)));
}

function connectionError(url: URL, cause: Error): AppError {
  const code = 'code' in cause ? String(cause.code) : '';
  const reason = code === 'ECONNREFUSED' ? 'nothing listens there' : code || 'the connection broke';
  return new AppError('unavailable', `The node ${url.origin} cannot be reached: ${reason}.`, { cause });
}
