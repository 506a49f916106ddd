import type { Caller } from '../office/caller.ts';
import type { Office } from '../office/office.ts';
import { assertStatus } from './approval.ts';
import { actOnAccount } from './reach.ts';
import { queueResetLink } from './reset-link.ts';

/** Mails a person the link to set a new password themselves: no administrator sets or sees one. */
export async function startPasswordReset(office: Office, caller: Caller, id: string): Promise<void> {
  await actOnAccount(office, caller, { id, action: 'account.start-password-reset' }, async ({ tx, target, now }) => {
    assertStatus(target, ['active', 'awaiting-approval'], 'sent a link');
    await queueResetLink(office, tx, target, now);
    return { answer: undefined, details: {} };
  });
}
