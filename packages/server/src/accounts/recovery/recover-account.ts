import { userInfo } from 'node:os';
import type { AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import { forgetAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { type AccountLine, listAccountLines, reopenAccount } from '@trailmark/store/cases/accounts/recovery-rows';
import { endSessionsOf } from '@trailmark/store/cases/accounts/session-rows';
import { lockAccountByEmail, type SignInRow } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { createVisitor } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { recoveredMail } from '../../mail/mail-texts.ts';
import { toEmailKey } from '../email-key.ts';
import { createMailLink } from '../mail-links.ts';
import { limitSignIn } from '../throttle.ts';

const SYSTEM = { kind: 'system' } as const;

/** Writes down what was done at the machine: by the installation, as nobody has signed in. */
async function recordHere(
  casework: CaseworkContext,
  tx: Transaction,
  entry: AuditEntry,
  agency: string | null,
): Promise<void> {
  const visitor = createVisitor({ address: 'command line', agent: `user ${userInfo().username}` });
  const event = toAuditEvent(visitor, entry, casework.now());
  await recordAudit(tx, { ...event, actor: { account: null, role: 'installation' }, agency });
}

/** Whether an account was let in by a person before: recovery does not replace approval. */
function wasLetIn({ status, role }: SignInRow): boolean {
  if (status === 'awaiting-approval') return role !== 'member';
  return status === 'active' || status === 'inactive' || status === 'suspended';
}

/**
 * Opens an account again at the word of whoever owns the machine: its sessions, password, second factors and programs'
 * tokens go, and so does whatever shut it. Returns a link that sets a new password, once.
 */
export function recoverAccount(casework: CaseworkContext, email: string): Promise<string> {
  const key = toEmailKey(email);
  return casework.store.transact(SYSTEM, async (tx) => {
    const now = casework.now();
    const row = await lockAccountByEmail(tx, key);
    if (!row) throw new AppError('not-found', 'No account has this email address. See "trailmark account list".');
    if (!wasLetIn(row)) {
      throw new AppError(
        'conflict',
        `The account is ${row.status}: it was never let in, and is decided about on the page of an administrator.`,
      );
    }
    const isAgencyOpened = !row.isAgencyActive && row.role === 'platform-admin';
    if (!row.isAgencyActive && !isAgencyOpened) {
      throw new AppError(
        'conflict',
        'The agency of the account is suspended. Recover an administrator of the installation.',
      );
    }
    const sessions = await endSessionsOf(tx, row.id, now);
    await endApiTokensOf(tx, row.id, now);
    const factors = await reopenAccount(tx, row, { now, opensAgency: isAgencyOpened });
    await forgetAttempts(tx, limitSignIn(key).key);
    const link = await createMailLink(casework, tx, { accountId: row.id, purpose: 'reset-password' });
    await queueMail(tx, {
      recipient: row.email,
      agency: row.agencyId,
      ...recoveredMail(now, casework.settings.contactEmail),
    });
    const details = {
      email: row.email,
      role: row.role,
      from: row.status,
      sessions,
      factors,
      opensAgency: isAgencyOpened,
    };
    const entry = { action: 'account.recover', object: { kind: 'account', id: row.id }, details };
    await recordHere(casework, tx, entry, row.agencyId);
    return link;
  });
}

/** Every account as the command line lists it. */
export function listAccounts(casework: CaseworkContext): Promise<readonly AccountLine[]> {
  return casework.store.transact(SYSTEM, async (tx) => {
    const lines = await listAccountLines(tx);
    await recordHere(casework, tx, { action: 'account.list', details: { accounts: lines.length } }, null);
    return lines;
  });
}
