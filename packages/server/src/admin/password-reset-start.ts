import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { createMailLink } from '../accounts/mail-links.ts';
import { resetMail } from '../mail/mail-texts.ts';
import type { Caller } from '../office/caller.ts';
import type { Office } from '../office/office.ts';
import { assertStatus } from './approval.ts';
import { actOnAccount } from './reach.ts';

/** Mails a person the link to set a new password themselves: no administrator sets or sees one. */
export async function startPasswordReset(office: Office, caller: Caller, id: string): Promise<void> {
  await actOnAccount(office, caller, { id, action: 'account.start-password-reset' }, async ({ tx, target }) => {
    assertStatus(target, ['active', 'awaiting-approval'], 'sent a link');
    const link = await createMailLink(office, tx, { accountId: id, purpose: 'reset-password' });
    const mail = resetMail(link, office.profile.resetMs);
    await queueMail(tx, { recipient: target.email, agency: target.agencyId, ...mail });
    return { answer: undefined, details: {} };
  });
}
