import { findLivingToken, findSession } from '@trailmark/store/cases/accounts/session-rows';
import type { Caller } from './caller.ts';
import type { CaseworkContext } from './casework-context.ts';
import { isAhead } from './gate.ts';

const LOOK_MS = 1_000;

/** Somebody whose answer stays open for minutes. */
export interface LiveCaller {
  /** Aborts about a second after their session ended or was locked, or their account may do something else than before. */
  readonly signal: AbortSignal;
  /** The same, looked at now: called before each event. */
  isAdmitted(): Promise<boolean>;
  leave(): void;
}

/** Whether a session or token is alive, and of an account with the same rights as when the answer began. */
async function isUnchanged(casework: CaseworkContext, { account, session }: Caller): Promise<boolean> {
  if (!account || !session) return false;
  const now = casework.now();
  const hasSameRights = (row: { readonly role: string; readonly isAllowed: boolean }): boolean =>
    row.role === account.role && row.isAllowed === account.isAllowed;
  if (session.isProgram) {
    const token = await casework.store.transact({ kind: 'system' }, (tx) => findLivingToken(tx, session.hash, now));
    return token !== undefined && hasSameRights(token);
  }
  const row = await findSession(casework.store.alone, session.hash, now);
  if (!row || row.isLocked || !hasSameRights(row)) return false;
  const { idleMs, absoluteMs } = casework.profile.session;
  const isOver = (at: Date, ms: number): boolean => now.getTime() - at.getTime() >= ms || isAhead(at, now);
  return !isOver(row.startedAt, absoluteMs) && !isOver(row.activeAt, idleMs);
}

/** Follows who reads an answer until `leave` is called. */
export function followCaller(casework: CaseworkContext, caller: Caller): LiveCaller {
  const gone = new AbortController();
  const isAdmitted = async (): Promise<boolean> => {
    const isIn = !gone.signal.aborted && (await isUnchanged(casework, caller));
    if (!isIn) gone.abort();
    return isIn;
  };
  // Where the database is away for a moment the next look decides; no event is sent meanwhile.
  const timer = setInterval(() => void isAdmitted().catch(() => undefined), LOOK_MS);
  return { signal: gone.signal, isAdmitted, leave: () => clearInterval(timer) };
}
