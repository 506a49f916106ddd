import type { sessionRoutes } from '@trailmark/api/contract/session';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import {
  endSessionById,
  endSessionsOf,
  findPhoto,
  listSessions,
  lockSession,
} from '@trailmark/store/cases/accounts/session-rows';
import type { Caller } from '../../casework/caller.ts';
import { act, type CaseworkContext, read } from '../../casework/casework-context.ts';
import { toEmailKey } from '../email-key.ts';
import { assertBrowser } from './unlock-session.ts';

function toSessionObject(caller: Caller): { readonly kind: string; readonly id: string } {
  return { kind: 'session', id: caller.session?.id ?? '' };
}

/** Ends the caller's session, or all of them. */
export async function logOut(casework: CaseworkContext, caller: Caller, isEverywhere: boolean): Promise<void> {
  assertBrowser(caller);
  const { account, session } = caller;
  const details = { everywhere: isEverywhere };
  const entry = { action: 'account.sign-out', object: toSessionObject(caller), details };
  await act(casework, caller, entry, async (tx) => {
    if (isEverywhere) await endSessionsOf(tx, account.id, casework.now());
    else await endSessionById(tx, account.id, { id: session.id, now: casework.now() });
  });
}

/** Ends one of the caller's sessions. Throws `not-found`. */
export async function endOwnSession(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  assertBrowser(caller);
  const { account } = caller;
  const entry = { action: 'session.end', object: { kind: 'session', id } };
  await act(casework, caller, entry, async (tx) => {
    if (await endSessionById(tx, account.id, { id, now: casework.now() })) return;
    throw new AppError('not-found', 'You have no such session. It may have ended already.');
  });
}

/** The photo of the own account; administrators see those of their reach. Everybody else's is that of nobody. */
export async function findVisiblePhoto(
  casework: CaseworkContext,
  caller: Caller,
  email: string,
): Promise<string | null> {
  const key = toEmailKey(email);
  const isOwn = key === toEmailKey(caller.account?.email ?? '');
  if (!isOwn && !isAdmitted(caller.role, 'admin')) return null;
  return read(casework, caller, (tx) => findPhoto(tx, key));
}

/** Locks the caller's session until it is unlocked with a fresh proof. */
export async function lockOwnSession(casework: CaseworkContext, caller: Caller): Promise<void> {
  assertBrowser(caller);
  const { session } = caller;
  const entry = { action: 'session.lock', object: toSessionObject(caller) };
  await act(casework, caller, entry, (tx) => lockSession(tx, session.hash));
}

/** Sessions of the caller that have not ended by themselves. */
export async function listOwnSessions(
  casework: CaseworkContext,
  caller: Caller,
): Promise<RouteOutput<typeof sessionRoutes.listSessions>['items']> {
  const since = new Date(casework.now().getTime() - casework.profile.session.absoluteMs);
  const rows = await read(casework, caller, (tx) => listSessions(tx, caller.account?.id ?? '', since));
  return rows.map(({ hash: _, startedAt, activeAt, ...row }) => ({
    ...row,
    isCurrent: row.id === caller.session?.id,
    startedAt: startedAt.toISOString(),
    activeAt: activeAt.toISOString(),
  }));
}
