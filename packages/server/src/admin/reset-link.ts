import { randomBytes } from 'node:crypto';
import { replaceMailToken } from '@trailmark/store/cases/accounts/mail-token-rows';
import type { ManagedRow } from '@trailmark/store/cases/admin/managed-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { hashToken } from '../accounts/session-gate.ts';
import type { Office } from '../office/office.ts';

/** Queues the mail with a link of one use for setting a new password; older links end. */
export async function queueResetLink(
  office: Office,
  tx: Transaction,
  { id, agencyId, email }: Pick<ManagedRow, 'id' | 'agencyId' | 'email'>,
  now: Date,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + office.profile.resetMs);
  const given = { hash: hashToken(token), accountId: id, agencyId, purpose: 'reset-password', expiresAt } as const;
  await replaceMailToken(tx, given, now);
  const minutes = Math.round(office.profile.resetMs / 60_000);
  await queueMail(tx, {
    recipient: email,
    agency: agencyId,
    subject: 'Set a new password',
    body: `An administrator asked for a new password of your account. Set it yourself within ${minutes} minutes:\n\n${office.origin}/reset-password?token=${token}\n\nIf nobody told you of this, ask your administrator.\n`,
  });
}
