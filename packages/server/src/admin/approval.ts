import { lockSeats, type ManagedRow, updateAllowed, updateStatus } from '@trailmark/store/cases/admin/managed-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { toDecisionMail } from './decision-mails.ts';
import { readReason } from './plain-text.ts';
import { actOnAccount, conflict, type Reached, refuse } from './reach.ts';
import { whyNotAlone } from './stand-alone.ts';

const STATUS_WORDS: Readonly<Record<ManagedRow['status'], string>> = {
  registered: 'its email address is not verified yet',
  'awaiting-approval': 'it waits for approval',
  active: 'it is active',
  denied: 'it was denied',
  suspended: 'it is suspended',
  inactive: 'it was closed because nobody used it',
};

/** Throws `conflict` unless the account is in one of these states: somebody else may have decided meanwhile. */
export function assertStatus(target: ManagedRow, allowed: readonly ManagedRow['status'][], what: string): void {
  if (allowed.includes(target.status)) return;
  conflict(`This account cannot be ${what}: ${STATUS_WORDS[target.status]}.`);
}

/** Throws `conflict` where every seat of the agency is taken. */
export async function assertSeat(tx: Transaction, agency: string): Promise<void> {
  const { seats, used } = await lockSeats(tx, agency);
  if (seats !== null && used >= seats) {
    conflict(`All ${seats} seats of the agency are taken. Suspend an account that is not needed, or have seats added.`);
  }
}

/** Whoever took somebody's second factors away does not also let them in again, where that somebody has rights over others. */
async function checkProof({ tx, actor, target, now }: Reached): Promise<boolean> {
  const { role, factorsResetAt, factorsResetBy } = target;
  if (role === 'member' || factorsResetAt === null || factorsResetBy !== actor.id) return false;
  const withAgency = role === 'agency-admin';
  const why = await whyNotAlone(tx, { actor, target, withAgency, since: factorsResetAt, now });
  if (why !== null) refuse(`You removed the second factors of this account. ${why}`);
  return true;
}

/** Lets an account in that waits for approval. */
export async function approve(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  isAllowed: boolean,
): Promise<void> {
  await actOnAccount(casework, caller, { id, action: 'account.approve' }, async (reached) => {
    const { tx, actor, target, now } = reached;
    assertStatus(target, ['awaiting-approval'], 'approved');
    const isAlone = await checkProof(reached);
    await assertSeat(tx, target.agencyId);
    await updateStatus(tx, id, { status: 'active', reason: null, by: actor.id, at: now });
    await updateAllowed(tx, id, isAllowed);
    await queueMail(tx, toDecisionMail(casework, target, { kind: 'approved', isAllowed }));
    const allow = isAllowed ? 'Yes' : 'No';
    return { answer: undefined, details: { from: target.status, to: 'active', allow_status: allow, isAlone } };
  });
}

/** Turns an account down that waits for approval. */
export async function deny(casework: CaseworkContext, caller: Caller, id: string, given: string): Promise<void> {
  const reason = readReason(given);
  await actOnAccount(casework, caller, { id, action: 'account.deny' }, async ({ tx, actor, target, now }) => {
    assertStatus(target, ['awaiting-approval'], 'denied');
    await updateStatus(tx, id, { status: 'denied', reason, by: actor.id, at: now });
    await queueMail(tx, toDecisionMail(casework, target, { kind: 'denied', reason }));
    return { answer: undefined, details: { from: target.status, to: 'denied', reason } };
  });
}
