import { AppError } from '@trailmark/core/errors';
import type { DemandKind } from './demands.ts';

/** A request is given up after this long without an answer. */
export const GIVE_UP_MS = 30_000;
const TOKEN_COOKIE = 'XSRF-TOKEN';
const TOKEN_HEADER = 'X-XSRF-TOKEN';
const BACKGROUND_HEADER = 'X-Background';
/** Sets the token's cookie. */
const TOKEN_URL = '/api/v1/me';

const SILENT_SERVER = 'The Trailmark server did not answer. Check that it is running and that you are connected to it.';
const describeSlowness = (limitMs: number): string =>
  `The Trailmark server did not answer within ${limitMs / 1000} seconds. Try again, or ask for less at once.`;

export type Fetcher = (url: string, init: RequestInit) => Promise<Response>;

export interface SessionFetchPorts {
  readonly fetch: Fetcher;
  /** The page's cookies as the browser gives them. */
  readonly readCookies: () => string;
  /** Whether somebody is at the page. */
  readonly isAttended: () => boolean;
  /** Asks the person; true when the call may be repeated. */
  readonly ask: (kind: DemandKind) => Promise<boolean>;
  /** The server knows no session, or one that still owes its second factor. */
  readonly onSessionOver: (reason: 'sign-in' | 'second-factor') => void;
  /** The server's clock, where an answer says it. */
  readonly onServerTime: (date: string) => void;
  readonly giveUpMs?: number;
}

function readToken(cookies: string): string | undefined {
  for (const part of cookies.split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name === TOKEN_COOKIE) return value.join('=') || undefined;
  }
  return undefined;
}

/** Why a call was refused, where the problem says it. The response stays readable. */
async function readReason(response: Response): Promise<string | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly reason?: unknown };
  return typeof problem.reason === 'string' ? problem.reason : undefined;
}

/** A refused connection is `unavailable`, like a server that says so itself; the caller's own abort stays an abort. */
async function send(ports: SessionFetchPorts, url: string, init: RequestInit): Promise<Response> {
  const limitMs = ports.giveUpMs ?? GIVE_UP_MS;
  const limit = AbortSignal.timeout(limitMs);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await ports.fetch(url, { ...init, signal });
    const date = response.headers.get('date');
    if (date) ports.onServerTime(date);
    return response;
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new AppError('unavailable', limit.aborted ? describeSlowness(limitMs) : SILENT_SERVER, { cause });
  }
}

async function withToken(ports: SessionFetchPorts, init: RequestInit, isStale: boolean): Promise<RequestInit> {
  const headers = new Headers(init.headers);
  if (!ports.isAttended()) headers.set(BACKGROUND_HEADER, '1');
  if (['GET', 'HEAD'].includes(init.method ?? 'GET')) return { ...init, headers };
  if (isStale || !readToken(ports.readCookies())) await send(ports, TOKEN_URL, { signal: init.signal ?? null });
  const token = readToken(ports.readCookies());
  if (token) headers.set(TOKEN_HEADER, token);
  return { ...init, headers };
}

/** Fixes what blocks a call, where that can be done. */
async function clearWay(ports: SessionFetchPorts, reason: string): Promise<boolean> {
  if (reason === 'sign-in' || reason === 'second-factor') ports.onSessionOver(reason);
  if (reason === 'locked' || reason === 'step-up') return ports.ask(reason);
  return reason === 'xsrf';
}

/**
 * Fetch as the page's session needs it: with the XSRF token, within 30 s, and repeated once for each thing that
 * blocks it and can be fixed: an old token, a locked session, a proof that is too old.
 */
export function createSessionFetch(ports: SessionFetchPorts): Fetcher {
  return async (url, init) => {
    const tried = new Set<string>();
    for (;;) {
      const response = await send(ports, url, await withToken(ports, init, tried.has('xsrf')));
      const reason = await readReason(response);
      if (reason === undefined || tried.has(reason)) return response;
      tried.add(reason);
      if (!(await clearWay(ports, reason))) return response;
    }
  };
}
