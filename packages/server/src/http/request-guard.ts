import { AppError } from '@trailmark/core/errors';
import type { MiddlewareHandler } from 'hono';
import type { Limits } from './limits.ts';
import { type FailureLog, problemResponse } from './problem.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Host of a Host header without its port, lower case. */
function hostName(header: string): string {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:]*)(?::\d{1,5})?$/.exec(header.trim());
  return match?.[1]?.toLowerCase() ?? '';
}

/**
 * A page on another site can point its own name at this machine and so read what a loopback server answers (DNS
 * rebinding). Such a request carries that name: only known ones are answered.
 */
function checkHost(header: string | undefined, allowed: ReadonlySet<string>): void {
  if (header !== undefined && allowed.has(hostName(header))) return;
  throw new AppError(
    'forbidden',
    'This server answers only under its own names. Open it as http://127.0.0.1 or add its name to TRAILMARK_HOSTS.',
  );
}

function checkUrl(url: string, limits: Limits): void {
  if (url.length <= limits.urlBytes) return;
  throw new AppError('invalid', `The address of this request is longer than ${limits.urlBytes} characters.`, {
    context: { reason: 'url-too-long' },
  });
}

/** Browsers say where a request comes from: another site has no business here, links to pages apart. */
function checkSite(site: string | undefined, mode: string | undefined, method: string): void {
  const isForeign = site === 'cross-site' || site === 'same-site';
  if (!isForeign || (method === 'GET' && mode === 'navigate')) return;
  throw new AppError('forbidden', 'Requests from pages of other sites are refused.');
}

/** Authority of an Origin header, lower case; empty for `null` and for what is none. */
function originHost(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return '';
  }
}

/** Browsers name the page's origin where a body is sent or another site is called: it has to be this server's own. */
function checkOrigin(origin: string | undefined, host: string): void {
  if (origin === undefined || originHost(origin) === host.trim().toLowerCase()) return;
  throw new AppError('forbidden', 'Requests from pages of other sites are refused.');
}

/** Refuses requests under a foreign name, from a foreign page, or with an overlong URL, before anything is read. */
export function createRequestGuard(limits: Limits, hosts: readonly string[], log: FailureLog): MiddlewareHandler {
  const allowed = new Set([...LOOPBACK_NAMES, ...hosts.map((host) => host.toLowerCase())]);
  return async (c, next) => {
    try {
      checkUrl(c.req.url, limits);
      const host = c.req.header('host') ?? new URL(c.req.url).host;
      checkHost(host, allowed);
      checkSite(c.req.header('sec-fetch-site'), c.req.header('sec-fetch-mode'), c.req.method);
      checkOrigin(c.req.header('origin'), host);
    } catch (error) {
      return problemResponse(error, { log, route: 'any' });
    }
    await next();
    return undefined;
  };
}
