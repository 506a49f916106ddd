import { randomBytes } from 'node:crypto';
import { type MailTokenPurpose, replaceMailToken } from '@trailmark/store/cases/accounts/mail-token-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { hashToken } from './session-gate.ts';

const TOKEN_BYTES = 32;

/** A secret for a link: 256 bits. */
export function createLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Makes a link of one purpose for an account; older ones of that purpose no longer open. The secret is after the `#`, which
 * browsers send to nobody, and the page behind it asks for a click: an email scanner that follows links uses nothing up.
 */
export async function createMailLink(
  casework: CaseworkContext,
  tx: Transaction,
  { accountId, purpose }: { readonly accountId: string; readonly purpose: MailTokenPurpose },
): Promise<string> {
  const token = createLinkToken();
  const now = casework.now();
  const lifetime = purpose === 'verify-email' ? casework.profile.verifyMs : casework.profile.resetMs;
  const expiresAt = new Date(now.getTime() + lifetime);
  await replaceMailToken(tx, { hash: hashToken(token), accountId, purpose, expiresAt }, now);
  return `${casework.origin}/${purpose}#${token}`;
}
