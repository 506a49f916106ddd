import type { AuditDetails, AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { lockManaged, type ManagedRow } from '@trailmark/store/cases/admin/managed-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, recordEntry } from '../casework/casework-context.ts';

/** The administrator who acts and the person it is done to, both locked until the transaction ends. */
export interface Reached {
  readonly tx: Transaction;
  readonly actor: ManagedRow;
  readonly target: ManagedRow;
  readonly now: Date;
}

/** Foreign and unknown ids answer alike. */
export function accountNotFound(): AppError {
  return new AppError('not-found', 'There is no such account within your reach.');
}

export function refuse(sentence: string): never {
  throw new AppError('forbidden', sentence);
}

export function conflict(sentence: string): never {
  throw new AppError('conflict', sentence);
}

/** Whether a person who is an administrator now may decide about another; the sentence says why not. */
export function whyOutOfReach(actor: ManagedRow, target: ManagedRow): string | null {
  if (actor.id === target.id) return 'Nobody changes their own account here: ask another administrator.';
  if (actor.role === 'platform-admin') return null;
  if (target.role === 'platform-admin' || target.role === 'auditor') {
    return 'Only an administrator of the installation may change this account.';
  }
  return null;
}

/**
 * Locks both accounts and checks again, inside the transaction, that the one is still an administrator with this reach:
 * the session was read before, and another administrator may have acted since.
 */
export async function reach(tx: Transaction, caller: Caller, id: string, now: Date): Promise<Reached> {
  const own = caller.account?.id ?? '';
  const held = await lockManaged(tx, [own, id]);
  const actor = held.get(own);
  const target = held.get(id);
  const isAdmin = actor?.role === 'agency-admin' || actor?.role === 'platform-admin';
  if (!(actor && isAdmin && actor.status === 'active')) return refuse('Your account may not do this.');
  if (!target || (actor.role === 'agency-admin' && target.agencyId !== actor.agencyId)) throw accountNotFound();
  const why = whyOutOfReach(actor, target);
  if (why !== null) refuse(why);
  return { tx, actor, target, now };
}

/** What was done to an account, for the log. */
export interface Done<T> {
  readonly details: AuditDetails;
  readonly answer: T;
}

/** What was tried, and on what. */
export interface Attempt {
  readonly action: string;
  readonly object: NonNullable<AuditEntry['object']>;
}

/**
 * Changes something and logs it in the same transaction. What was refused is undone and logged separately, then thrown as
 * before.
 */
export async function actLogged<T>(
  casework: CaseworkContext,
  caller: Caller,
  attempt: Attempt,
  work: (tx: Transaction) => Promise<Done<T>>,
): Promise<T> {
  try {
    const done = await actThenNotify(casework, caller, work, ({ details }) => ({ ...attempt, details }));
    return done.answer;
  } catch (error) {
    if (AppError.is(error, 'forbidden') || AppError.is(error, 'not-found') || AppError.is(error, 'conflict')) {
      const outcome = error.kind === 'conflict' ? 'failed' : 'denied';
      await recordEntry(casework, caller, { ...attempt, outcome, details: { reason: error.message } });
    }
    throw error;
  }
}

/** Does something to an account within reach and logs it, with whom and what, in the same transaction. */
export function actOnAccount<T>(
  casework: CaseworkContext,
  caller: Caller,
  { id, action }: { readonly id: string; readonly action: string },
  work: (reached: Reached) => Promise<Done<T>>,
): Promise<T> {
  return actLogged(casework, caller, { action, object: { kind: 'account', id } }, async (tx) => {
    const reached = await reach(tx, caller, id, casework.now());
    const { answer, details } = await work(reached);
    const { email, agencyId } = reached.target;
    return { answer, details: { email, agency: agencyId, ...details } };
  });
}
