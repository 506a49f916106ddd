import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { readCookie } from './cookies.ts';

/** Names that browsers' request libraries use by themselves. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';

function sign(key: Buffer, session: string, nonce: string): string {
  return createHmac('sha256', key).update(`${session}:${nonce}`).digest('base64url');
}

/** A session has one token as long as it lives: answers that cross each other do not replace what the other brought. */
function createNonce(key: Buffer, session: string): string {
  if (session === '') return randomBytes(16).toString('base64url');
  return createHmac('sha256', key).update(`nonce:${session}`).digest('base64url').slice(0, 22);
}

/** A token that only this server makes, good for one session or for visitors (`session` empty). */
export function createXsrfToken(key: Buffer, session: string): string {
  const nonce = createNonce(key, session);
  return `${nonce}.${sign(key, session, nonce)}`;
}

export function isXsrfToken(key: Buffer, session: string, token: string): boolean {
  const [nonce, signature, ...rest] = token.split('.');
  if (!nonce || !signature || rest.length > 0) return false;
  const wanted = Buffer.from(sign(key, session, nonce));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/**
 * Holds what browsers send to the signed double-submit pair (OWASP). A request without any cookie that no browser made
 * carries nothing that a foreign page could misuse, and needs no token.
 */
export function checkXsrfPair(request: Request, key: Buffer, session: string): void {
  const { headers } = request;
  const isBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-mode'].some((name) => headers.has(name));
  if (!isBrowser && !headers.has('cookie')) return;
  const header = headers.get(XSRF_HEADER) ?? '';
  const cookie = readCookie(headers, XSRF_COOKIE) ?? '';
  if (header !== '' && header === cookie && isXsrfToken(key, session, header)) return;
  throw new AppError('forbidden', 'The security token of this page is missing or old. Reload the page and try again.', {
    context: { reason: 'xsrf' },
  });
}
