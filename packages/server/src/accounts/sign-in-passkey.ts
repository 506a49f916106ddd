import { takeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { findPasskey } from '@trailmark/store/cases/accounts/factor-rows';
import { lockAccount, type SignInRow } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { createAssertionOptions, readPasskeyId } from './factors/passkey.ts';
import { provePasskey } from './factors/prove-factor.ts';
import { recordTry, refuse, type SignInResult, type SignInTry, succeed } from './sign-in-outcome.ts';
import { limitSource } from './throttle.ts';

const PURPOSE = { purpose: 'sign-in', subject: '' } as const;
const TOO_MANY = 'Too many tries came from this network. Wait a minute, then try again.';

/** Options for signing in with a passkey alone. The ticket is the challenge, which this server has signed. */
export async function startPasskeySignIn(
  casework: CaseworkContext,
): Promise<{ readonly options: Record<string, unknown>; readonly ticket: string }> {
  const { options, challenge } = await createAssertionOptions(casework, PURPOSE, []);
  return { options, ticket: challenge };
}

async function provePasskeyAlone(
  casework: CaseworkContext,
  tx: Transaction,
  given: { readonly ticket: string; readonly passkey: unknown },
): Promise<{ readonly row?: SignInRow | undefined; readonly reason: string | null }> {
  const passkey = await findPasskey(tx, readPasskeyId(given.passkey) ?? '');
  const row = passkey && (await lockAccount(tx, passkey.accountId));
  if (!passkey || !row) return { reason: 'unknown' };
  const proof = await provePasskey(casework, tx, {
    passkey,
    given: given.passkey,
    purpose: PURPOSE,
    ticket: given.ticket,
  });
  if (proof.kind === null) return { row, reason: proof.reason };
  return { row, reason: row.isAgencyActive && row.status === 'active' ? null : row.status };
}

/**
 * Signs in with a passkey, which is something owned and something known or been at once. It works while the password path is
 * locked, so that nobody can shut another out by guessing.
 */
export function signInWithPasskey(
  casework: CaseworkContext,
  visitor: Caller,
  given: { readonly ticket: string; readonly passkey: unknown },
): Promise<SignInResult> {
  const limits = limitSource('passkey', visitor.source);
  const attempt: SignInTry = { visitor, at: casework.now(), keys: limits.map(({ key }) => key), typed: '' };
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    if ((await takeAttempts(tx, limits, attempt.at)) !== undefined) {
      await recordTry(casework, tx, attempt, { row: undefined, details: { reason: 'too-many' } });
      return refuse('failed', { notice: TOO_MANY });
    }
    const { row, reason } = await provePasskeyAlone(casework, tx, given);
    if (row && reason === null) return succeed(casework, tx, attempt, { row, kind: 'passkey' });
    await recordTry(casework, tx, attempt, { row, details: { reason: reason ?? 'unknown' } });
    return refuse('failed');
  });
}
