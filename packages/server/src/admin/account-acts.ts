import { addBusinessDay } from '@trailmark/core/business-day';
import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import { forgetAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import {
  countOtherPlatformAdmins,
  endAllSessions,
  type ManagedRow,
  openLock,
  removeFactors,
  updateAllowed,
  updateReviewed,
  updateStatus,
} from '@trailmark/store/cases/admin/managed-rows';
import { withdrawGrantsBy } from '@trailmark/store/cases/admin/role-grant-rows';
import { endFeedOf } from '@trailmark/store/cases/alerts/subscription-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { toEmailKey } from '../accounts/email-key.ts';
import { limitSignIn } from '../accounts/throttle.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { assertSeat, assertStatus } from './approval.ts';

import { toDecisionMail } from './decision-mails.ts';
import { readReason } from './plain-text.ts';
import { actOnAccount, conflict, type Reached } from './reach.ts';

/** Throws `conflict` where nobody would be left to administer the installation. */
export async function assertOthersRemain({ tx, target }: Pick<Reached, 'tx' | 'target'>): Promise<void> {
  if (target.role !== 'platform-admin' || (await countOtherPlatformAdmins(tx, target.id)) > 0) return;
  conflict('This is the last administrator of the installation. Make another one first.');
}

/** Opens or closes the dashboard for an account; its next request is decided by it. */
export async function setAllowed(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { isAllowed, reason: given }: { readonly isAllowed: boolean; readonly reason: string },
): Promise<void> {
  const reason = readReason(given);
  await actOnAccount(casework, caller, { id, action: 'account.allow-status' }, async ({ tx, target }) => {
    const [from, to] = isAllowed ? ['No', 'Yes'] : ['Yes', 'No'];
    if (target.isAllowed === isAllowed) conflict(`allow_status is ${to} already.`);
    await updateAllowed(tx, id, isAllowed);
    if (target.status === 'active') {
      await queueMail(tx, toDecisionMail(casework, target, { kind: isAllowed ? 'allowed' : 'not-allowed', reason }));
    }
    return { answer: undefined, details: { from, to, reason } };
  });
}

/** Shuts an account: sessions and programs' tokens end, and what it proposed is taken back. */
export async function suspend(casework: CaseworkContext, caller: Caller, id: string, given: string): Promise<void> {
  const reason = readReason(given);
  await actOnAccount(casework, caller, { id, action: 'account.suspend' }, async (reached) => {
    const { tx, actor, target, now } = reached;
    assertStatus(target, ['active', 'inactive'], 'suspended');
    await assertOthersRemain(reached);
    await updateStatus(tx, id, { status: 'suspended', reason, by: actor.id, at: now });
    const sessions = await endAllSessions(tx, id, now);
    const tokens = await endApiTokensOf(tx, id, now);
    await withdrawGrantsBy(tx, id, now);
    await queueMail(tx, toDecisionMail(casework, target, { kind: 'suspended', reason }));
    return { answer: undefined, details: { from: target.status, to: 'suspended', reason, sessions, tokens } };
  });
}

/** Opens an account again; one that was denied goes back to the queue. */
export async function reactivate(casework: CaseworkContext, caller: Caller, id: string, given: string): Promise<void> {
  const reason = readReason(given);
  await actOnAccount(casework, caller, { id, action: 'account.reactivate' }, async ({ tx, actor, target, now }) => {
    assertStatus(target, ['suspended', 'inactive', 'denied'], 'opened again');
    const details = { from: target.status, reason };
    if (target.status === 'denied') {
      const dueAt = addBusinessDay(now);
      await updateStatus(tx, id, { status: 'awaiting-approval', reason: null, by: actor.id, at: now, dueAt });
      await queueMail(tx, toDecisionMail(casework, target, { kind: 'reconsidered', reason }));
      return { answer: undefined, details: { ...details, to: 'awaiting-approval' } };
    }
    await assertSeat(tx, target.agencyId);
    await updateStatus(tx, id, { status: 'active', reason: null, by: actor.id, at: now });
    await openPasswordPath(tx, target);
    await queueMail(tx, toDecisionMail(casework, target, { kind: 'reactivated', reason }));
    return { answer: undefined, details: { ...details, to: 'active' } };
  });
}

/** Takes back the lock and everything that was counted against the account's address. */
async function openPasswordPath(tx: Transaction, { id, email }: ManagedRow): Promise<void> {
  await openLock(tx, id);
  await forgetAttempts(tx, limitSignIn(toEmailKey(email)).key);
}

/** Opens the password path that too many failures shut. */
export async function releaseLock(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  await actOnAccount(casework, caller, { id, action: 'account.release-lock' }, async ({ tx, target }) => {
    if (!target.isLocked) conflict('This account is not locked, and nothing counts against it.');
    await openPasswordPath(tx, target);
    return { answer: undefined, details: {} };
  });
}

/** Ends every session of an account, and its feed of alerts. Returns how many sessions. */
export function endSessions(casework: CaseworkContext, caller: Caller, id: string): Promise<number> {
  return actOnAccount(casework, caller, { id, action: 'account.end-sessions' }, async ({ tx, now }) => {
    const sessions = await endAllSessions(tx, id, now);
    await endFeedOf(tx, id);
    return { answer: sessions, details: { sessions } };
  });
}

const RESET_REASON = 'The second factors were removed; identity has to be proven again.';

/** Takes every second factor off somebody who lost them: they wait for approval until their identity is proven again. */
export async function resetFactors(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  given: string,
): Promise<void> {
  const reason = readReason(given);
  await actOnAccount(casework, caller, { id, action: 'account.reset-factors' }, async (reached) => {
    const { tx, actor, target, now } = reached;
    assertStatus(target, ['active', 'awaiting-approval'], 'freed of its second factors');
    await assertOthersRemain(reached);
    const factors = await removeFactors(tx, id, actor.id, now);
    const sessions = await endAllSessions(tx, id, now);
    await endApiTokensOf(tx, id, now);
    await withdrawGrantsBy(tx, id, now);
    const dueAt = addBusinessDay(now);
    await updateStatus(tx, id, { status: 'awaiting-approval', reason: RESET_REASON, by: actor.id, at: now, dueAt });
    await queueMail(tx, toDecisionMail(casework, target, { kind: 'factors-reset' }));
    return {
      answer: undefined,
      details: { from: target.status, to: 'awaiting-approval', reason, factors, sessions },
    };
  });
}

/** Notes that the access was looked at and is still needed. */
export async function noteReview(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  await actOnAccount(casework, caller, { id, action: 'account.review' }, async ({ tx, actor, target, now }) => {
    assertStatus(target, ['active'], 'reviewed');
    await updateReviewed(tx, id, actor.id, now);
    return { answer: undefined, details: {} };
  });
}
