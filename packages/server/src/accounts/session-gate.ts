import { createHash } from 'node:crypto';
import { toRole } from '@trailmark/core/role';
import {
  type ApiTokenRow,
  endSession,
  findApiToken,
  findSession,
  lockSession,
  type SessionRow,
  touchSession,
} from '@trailmark/store/cases/accounts/session-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type Caller, createVisitor, type RequestSource } from '../casework/caller.ts';
import { type CaseworkContext, recordEntry } from '../casework/casework-context.ts';
import { readCookie } from '../casework/cookies.ts';
import { type Gate, isAhead } from '../casework/gate.ts';
import { checkXsrfPair } from '../casework/xsrf.ts';
import { findSigner } from './request-signing.ts';

/** Activity is written at most this often: it is not worth a write a request. */
const TOUCH_MS = 30_000;
/** Sent by requests that a page makes automatically: they do not keep a session awake. */
const BACKGROUND_HEADER = 'x-background';

/** `__Host-` binds the cookie to this very host, which browsers allow over TLS only. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** What is stored of a secret token: never the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a password is older than the profile allows. */
export function isPasswordOld(casework: CaseworkContext, setAt: Date | null): boolean {
  const { maxAgeMs } = casework.profile.password;
  return maxAgeMs !== null && setAt !== null && casework.now().getTime() - setAt.getTime() > maxAgeMs;
}

function toCaller(
  casework: CaseworkContext,
  row: SessionRow | ApiTokenRow,
  source: RequestSource,
  isLocked: boolean,
): Caller {
  const isProgram = !('startedAt' in row);
  const hasSecondFactor = isProgram || row.hasSecondFactor;
  return {
    role: toRole(row.role, row.isAllowed, hasSecondFactor),
    account: {
      id: row.accountId,
      agency: row.agencyId,
      email: row.email,
      name: row.name,
      role: row.role,
      isAllowed: row.isAllowed,
    },
    session: {
      hash: row.hash,
      id: row.id,
      hasSecondFactor,
      provenAt: isProgram ? new Date(0) : row.provenAt,
      isLocked,
      isProgram,
      isFormer: !isProgram && row.isFormer,
      mustSetPassword: !isProgram && isPasswordOld(casework, row.passwordSetAt),
    },
    source,
  };
}

/** Ends, locks or keeps awake a session by its times. Returns the caller, or undefined for a session that is over. */
async function settleSession(
  casework: CaseworkContext,
  row: SessionRow,
  request: { readonly source: RequestSource; readonly isBackground: boolean },
): Promise<Caller | undefined> {
  const now = casework.now();
  // Seldom: most requests only read.
  const write = (work: (tx: Transaction) => Promise<void>) => casework.store.transact({ kind: 'system' }, work);
  const { idleMs, absoluteMs } = casework.profile.session;
  // A clock that is turned back must not make sessions longer.
  if (now.getTime() - row.startedAt.getTime() >= absoluteMs || isAhead(row.startedAt, now)) {
    await write((tx) => endSession(tx, row.hash, now));
    return undefined;
  }
  const idle = now.getTime() - row.activeAt.getTime();
  const isLocked = row.isLocked || idle >= idleMs || isAhead(row.activeAt, now);
  if (isLocked && !row.isLocked) await write((tx) => lockSession(tx, row.hash));
  if (!isLocked && !request.isBackground && idle >= TOUCH_MS) {
    await write((tx) => touchSession(tx, row.hash, now));
  }
  return toCaller(casework, row, request.source, isLocked);
}

async function identify(casework: CaseworkContext, request: Request, source: RequestSource): Promise<Caller> {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const cookie = readCookie(request.headers, sessionCookieName(casework.origin));
  if (!bearer && !cookie) return createVisitor(source);
  const now = casework.now();
  if (bearer) {
    const row = await casework.store.transact({ kind: 'system' }, (tx) => findApiToken(tx, hashToken(bearer), now));
    return row ? toCaller(casework, row, source, false) : createVisitor(source);
  }
  const row = await findSession(casework.store.alone, hashToken(cookie ?? ''), now);
  const isBackground = request.headers.has(BACKGROUND_HEADER);
  const caller = row && (await settleSession(casework, row, { source, isBackground }));
  return caller ?? createVisitor(source);
}

/** The gate over real sessions. */
export function createSessionGate(casework: CaseworkContext): Gate {
  const key = casework.keys.derive('xsrf');
  return {
    identify: (request, source) => identify(casework, request, source),
    identifySigned: async (signed, source) => {
      const row = await findSigner(casework, signed);
      return row ? toCaller(casework, row, source, false) : createVisitor(source);
    },
    checkXsrf: (request, caller) => {
      // A program's token is no cookie: nothing sends it automatically.
      if (!caller.session?.isProgram) checkXsrfPair(request, key, caller.session?.hash ?? '');
    },
    record: (caller, entry) => recordEntry(casework, caller, entry),
    freshMs: casework.profile.session.freshMs,
    now: casework.now,
  };
}
