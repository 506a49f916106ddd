import { AppError } from '@trailmark/core/errors';
import type { SendToSource, SourceRequest } from '@trailmark/ingest/on-demand/source-asker';
import type { KeyPlace } from '@trailmark/ingest/on-demand/source-description';
import { assertTarget, type Endpoint } from './endpoint.ts';
import type { SourceReply, SourceTransport } from './source-transport.ts';

/** What came of a request, without anything that could contain a key. */
export interface RequestOutcome {
  readonly status: number | null;
  readonly bytes: number | null;
  readonly fault: string | null;
}

export interface SendDeps {
  readonly endpoint: Endpoint;
  readonly keyPlace: KeyPlace;
  /** The key in the clear; empty for none. It leaves with the request and is nowhere else. */
  readonly key: string;
  readonly transport: SourceTransport;
  /** Keeps a request before it leaves. Where it fails, nothing leaves. Returns what `settle` is called with. */
  readonly record: (request: { readonly url: string; readonly revealed: string }) => Promise<string>;
  readonly settle: (id: string, outcome: RequestOutcome) => Promise<void>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 32 * 2 ** 20;
const MAX_REDIRECTS = 3;

function toUrl({ endpoint }: SendDeps, { path, query }: SourceRequest): URL {
  const url = new URL(`${endpoint.url.href.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url;
}

/** The URL and headers that leave: the only place where the key is put in. */
function withKey(url: URL, { key, keyPlace }: SendDeps): { url: URL; headers: Readonly<Record<string, string>> } {
  if (key === '') return { url, headers: {} };
  if (keyPlace.in === 'header') return { url, headers: { [keyPlace.name]: `${keyPlace.prefix}${key}` } };
  const keyed = new URL(url);
  keyed.searchParams.set(keyPlace.name, key);
  return { url: keyed, headers: {} };
}

/** What went wrong on the way, in a sentence without the engine's own words. */
export function describeFault(cause: unknown, { host }: Pick<URL, 'host'>, timeoutMs: number): AppError {
  if (AppError.is(cause)) return cause;
  const code = (cause as { code?: unknown }).code;
  const isOver = (cause as Error).name === 'TimeoutError' || code === 'ABORT_ERR';
  const words = isOver ? `within ${timeoutMs / 1_000} s` : 'over the network';
  const detail = typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) && !isOver ? ` (${code})` : '';
  return new AppError('unavailable', `${host} did not answer ${words}${detail}.`);
}

async function sendOnce(url: URL, request: SourceRequest, deps: SendDeps, signal: AbortSignal): Promise<SourceReply> {
  const { endpoint, transport, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = deps;
  assertTarget(url, endpoint);
  const id = await deps.record({ url: url.href, revealed: request.revealed });
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const limits = { maxBytes, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
  try {
    const reply = await transport({ ...withKey(url, deps), endpoint, body, ...limits });
    const fault = reply.status < 400 ? null : `answered ${reply.status}`;
    await deps.settle(id, { status: reply.status, bytes: reply.body.length, fault });
    return reply;
  } catch (cause) {
    const fault = describeFault(cause, url, timeoutMs);
    await deps.settle(id, { status: null, bytes: null, fault: fault.message.slice(0, 400) });
    throw fault;
  }
}

/** Where a redirection leads, without the key that an answer may repeat. Throws `forbidden`. */
function follow(location: string, url: URL, { key, keyPlace }: SendDeps): URL {
  const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (keyPlace.in === 'query') next?.searchParams.delete(keyPlace.name);
  const spellings = [key, encodeURIComponent(key)];
  if (!next || (key !== '' && spellings.some((text) => next.href.includes(text)))) {
    throw new AppError('forbidden', `${url.host} redirects in a way that is not followed.`);
  }
  return next;
}

/**
 * The one way out to a source. Each request is recorded before it leaves, also each redirection; only the endpoint's own
 * host is followed, at most three times, and only for questions without a body.
 */
export function createSendToSource(deps: SendDeps): SendToSource {
  return async (request, signal) => {
    let url = toUrl(deps, request);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { status, location, retryAfter, body } = await sendOnce(url, request, deps, signal);
      if (status < 300 || status > 399) return { status, retryAfter, body };
      if (location === undefined || request.body !== undefined) return { status, retryAfter, body };
      url = follow(location, url, deps);
    }
    throw new AppError('unavailable', `${deps.endpoint.url.host} redirected more than ${MAX_REDIRECTS} times.`);
  };
}
