import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { createMailLink } from '../accounts/mail-links.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { resetMail } from '../mail/mail-texts.ts';
import { assertStatus } from './approval.ts';
import { actOnAccount } from './reach.ts';

/** Emails a person the link to set a new password themselves: no administrator sets or sees one. */
export async function startPasswordReset(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  await actOnAccount(casework, caller, { id, action: 'account.start-password-reset' }, async ({ tx, target }) => {
    assertStatus(target, ['active', 'awaiting-approval'], 'sent a link');
    const link = await createMailLink(casework, tx, { accountId: id, purpose: 'reset-password' });
    const mail = resetMail(link, casework.profile.resetMs);
    await queueMail(tx, { recipient: target.email, agency: target.agencyId, ...mail });
    return { answer: undefined, details: {} };
  });
}
