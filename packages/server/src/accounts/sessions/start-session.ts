import { randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { type AccountRole, toRole } from '@trailmark/core/role';
import { endOldest, endSession, insertSession, renewSession } from '@trailmark/store/cases/accounts/session-rows';
import { noteSignIn } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { formatCookie, formatExpiredCookie } from '../../casework/cookies.ts';
import { createXsrfToken, XSRF_COOKIE } from '../../casework/xsrf.ts';
import { hashToken, sessionCookieName } from '../session-gate.ts';

/** A token that was just made; the only place where it is known is the cookie it is sent in. */
export interface FreshToken {
  readonly token: string;
  readonly hash: string;
}

/** 256 random bits. */
export function createSessionToken(): FreshToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Who a session is started for. */
export interface SessionOwner {
  readonly id: string;
  readonly agencyId: string;
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly isAllowed: boolean;
}

/** The caller that an account is from now on, for what is written of it. */
export function toSignedInCaller(
  visitor: Caller,
  owner: SessionOwner,
  session: { readonly hash: string; readonly id: string; readonly hasSecondFactor: boolean; readonly now: Date } | null,
): Caller {
  return {
    role: session ? toRole(owner.role, owner.isAllowed, session.hasSecondFactor) : 'anonymous',
    account: { ...owner, agency: owner.agencyId },
    session: session && {
      hash: session.hash,
      id: session.id,
      hasSecondFactor: session.hasSecondFactor,
      provenAt: session.now,
      isLocked: false,
      isProgram: false,
    },
    source: visitor.source,
  };
}

/**
 * Starts a session under a new token. The session that the browser had before ends, and so do the account's oldest beyond
 * the number it may have. The account's row is locked by the transaction.
 */
export async function startSession(
  casework: CaseworkContext,
  tx: Transaction,
  visitor: Caller,
  { owner, hasSecondFactor }: { readonly owner: SessionOwner; readonly hasSecondFactor: boolean },
): Promise<{ readonly fresh: FreshToken; readonly caller: Caller }> {
  const now = casework.now();
  const { address, agent } = visitor.source;
  if (visitor.session && !visitor.session.isProgram) await endSession(tx, visitor.session.hash, now);
  await endOldest(tx, owner.id, { keep: casework.profile.session.perAccount - 1, now });
  const previous = await noteSignIn(tx, owner.id, { now, from: address });
  const fresh = createSessionToken();
  const row = { hash: fresh.hash, accountId: owner.id, agencyId: owner.agencyId, hasSecondFactor, previous };
  const id = await insertSession(tx, { ...row, source: address, agent: agent.slice(0, 300).toWellFormed() }, now);
  return { fresh, caller: toSignedInCaller(visitor, owner, { hash: fresh.hash, id, hasSecondFactor, now }) };
}

/** How long requests that are on their way with the old token are still answered. */
const GRACE_MS = 10_000;

/** Puts the caller's session under a new token after a proof. Throws `unauthorised` where it ended meanwhile. */
export async function rotateSession(
  casework: CaseworkContext,
  tx: Transaction,
  caller: Caller,
  hasSecondFactor: boolean,
): Promise<FreshToken> {
  const fresh = createSessionToken();
  const now = casework.now();
  const next = { hash: fresh.hash, now, hasSecondFactor, graceUntil: new Date(now.getTime() + GRACE_MS) };
  if (!(await renewSession(tx, caller.session?.hash ?? '', next))) {
    throw new AppError('unauthorised', 'The session is over. Sign in again.', { context: { reason: 'sign-in' } });
  }
  return fresh;
}

function isSecure(casework: CaseworkContext): boolean {
  return casework.origin.startsWith('https:');
}

/** Gives the page the token it proves with that a change comes from it; `sessionHash` is empty for visitors. */
export function setXsrfCookie(casework: CaseworkContext, reply: Headers, sessionHash: string): void {
  const token = createXsrfToken(casework.keys.derive('xsrf'), sessionHash);
  reply.append('set-cookie', formatCookie(XSRF_COOKIE, token, { isSecure: isSecure(casework), isHttpOnly: false }));
}

/** Sends the cookies of a session under its new token. */
export function setSessionCookies(casework: CaseworkContext, reply: Headers, { token, hash }: FreshToken): void {
  const name = sessionCookieName(casework.origin);
  reply.append('set-cookie', formatCookie(name, token, { isSecure: isSecure(casework), isHttpOnly: true }));
  setXsrfCookie(casework, reply, hash);
}

/** Takes the cookies of a session back, and what the browser keeps of the pages. */
export function clearSessionCookies(casework: CaseworkContext, reply: Headers): void {
  reply.append('set-cookie', formatExpiredCookie(sessionCookieName(casework.origin), isSecure(casework)));
  reply.append('clear-site-data', '"cache", "storage"');
  setXsrfCookie(casework, reply, '');
}
