import { AppError } from '@trailmark/core/errors';
import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import { forgetAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { findMailToken, useMailToken } from '@trailmark/store/cases/accounts/mail-token-rows';
import {
  lockRegistrationById,
  type RegistrationRow,
  setPassword,
} from '@trailmark/store/cases/accounts/registration-rows';
import { endSessionsOf, findSession } from '@trailmark/store/cases/accounts/session-rows';
import { lockAccount, type SignInRow } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, recordEntry, scopeOf } from '../casework/casework-context.ts';
import { isHashable } from '../casework/password-hash.ts';
import { passwordChangedMail } from '../mail/mail-texts.ts';
import { toEmailKey } from './email-key.ts';
import { createLinkError, refuseLink } from './email-verification.ts';
import { assertPassword } from './registration.ts';
import { enforceLimits } from './registration-limits.ts';
import { hashToken } from './session-gate.ts';
import { assertBrowser } from './sessions/unlock-session.ts';
import { keepWrongAnswer, reservePassword } from './sign-in-lock.ts';
import { limitAccount, limitSignIn, limitSource } from './throttle.ts';

const SYSTEM = { kind: 'system' } as const;

/** States in which a password can be set. */
function mayHavePassword(row: RegistrationRow | undefined): row is RegistrationRow {
  return row?.status === 'active' || row?.status === 'awaiting-approval';
}

async function applyReset(
  casework: CaseworkContext,
  tx: Transaction,
  token: string,
  hash: string,
): Promise<RegistrationRow | undefined> {
  const now = casework.now();
  const id = await useMailToken(tx, { hash: hashToken(token), purpose: 'reset-password', now });
  const row = id === undefined ? undefined : await lockRegistrationById(tx, id);
  if (!mayHavePassword(row)) return undefined;
  // Where only an administrator opens a locked account, a mailbox does not.
  const opensLock = casework.profile.lockout.releaseMs !== null;
  await setPassword(tx, row.id, { hash, now, opensLock });
  if (opensLock) await forgetAttempts(tx, limitSignIn(toEmailKey(row.email)).key);
  await endSessionsOf(tx, row.id, now);
  await endApiTokensOf(tx, row.id, now);
  const text = passwordChangedMail('reset', now, casework.settings.contactEmail);
  await queueMail(tx, { recipient: row.email, agency: row.agencyId, ...text });
  return row;
}

/** Sets a new password with the link of an email. Whoever does still has to sign in, with the second factor. */
export async function resetPassword(
  casework: CaseworkContext,
  caller: Caller,
  token: string,
  password: string,
): Promise<void> {
  const action = 'account.reset-password';
  await enforceLimits(casework, caller, action, limitSource('reset', caller.source));
  const known = await casework.store.transact(SYSTEM, async (tx) => {
    const id = await findMailToken(tx, { hash: hashToken(token), purpose: 'reset-password', now: casework.now() });
    return id === undefined ? undefined : lockRegistrationById(tx, id);
  });
  if (!mayHavePassword(known)) return refuseLink(casework, caller, action);
  assertPassword(casework, password, known);
  const hash = await casework.passwords.hash(password);
  const row = await actThenNotify(
    casework,
    caller,
    (tx) => applyReset(casework, tx, token, hash),
    (found: RegistrationRow | undefined) => ({
      action,
      outcome: found ? 'success' : 'failed',
      object: { kind: 'account', id: known.id },
      details: found ? {} : { reason: 'link' },
    }),
    SYSTEM,
  );
  if (!row) throw createLinkError();
}

interface LockedPassword {
  readonly row: SignInRow;
  readonly stored: string | null;
}

/** Throws `conflict` where the password or the session ended while the new one was hashed. */
async function assertUnchanged(
  tx: Transaction,
  known: LockedPassword | undefined,
  session: string,
  now: Date,
): Promise<void> {
  const row = known && (await lockAccount(tx, known.row.id));
  if (row && row.passwordHash === known.row.passwordHash && (await findSession(tx, session, now))) return;
  throw new AppError('conflict', 'Your password or session was changed meanwhile. Sign in again.');
}

async function refuseCurrent(
  casework: CaseworkContext,
  caller: Caller,
  held: LockedPassword | undefined,
): Promise<never> {
  await casework.store.transact(scopeOf(caller), (tx) => keepWrongAnswer(casework, tx, held?.row));
  await recordEntry(casework, caller, {
    action: 'account.update-password',
    outcome: 'failed',
    details: { reason: 'wrong' },
  });
  throw new AppError('invalid', 'The current password is not right, or is locked after too many tries.', {
    context: { field: 'current' },
  });
}

/** Changes the own password. A wrong current one counts like a failed sign-in; all other sessions and all tokens end. */
export async function updatePassword(
  casework: CaseworkContext,
  caller: Caller,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<void> {
  assertBrowser(caller);
  const { account, session } = caller;
  const limits = [...limitSource('update-password', caller.source), limitAccount('update-password', account.id)];
  await enforceLimits(casework, caller, 'account.update-password', limits);
  if (current === password) {
    throw new AppError('invalid', 'The new password is the current one. Choose another.', {
      context: { field: 'password' },
    });
  }
  assertPassword(casework, password, account);
  const held = await casework.store.transact(scopeOf(caller), async (tx) => {
    const row = await lockAccount(tx, account.id);
    return row && { row, stored: await reservePassword(casework, tx, row) };
  });
  const isRight = isHashable(current) && (await casework.passwords.verify(current, held?.stored ?? null));
  if (!isRight) return refuseCurrent(casework, caller, held);
  const hash = await casework.passwords.hash(password);
  await actThenNotify(
    casework,
    caller,
    async (tx) => {
      const now = casework.now();
      await assertUnchanged(tx, held, session.hash, now);
      await setPassword(tx, account.id, { hash, now, opensLock: false });
      await endApiTokensOf(tx, account.id, now);
      const text = passwordChangedMail('update', now, casework.settings.contactEmail);
      await queueMail(tx, { recipient: account.email, agency: account.agency, ...text });
      return endSessionsOf(tx, account.id, now, session.hash);
    },
    (ended: number) => ({
      action: 'account.update-password',
      object: { kind: 'account', id: account.id },
      details: { ended },
    }),
  );
}
