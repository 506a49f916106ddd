import type { AuditDetails } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { returnAttempts, takeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import {
  clearFailures,
  lockAccount,
  lockAccountByEmail,
  replaceHash,
  returnFailure,
  type SignInRow,
} from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { isHashable } from '../casework/password-hash.ts';
import { toEmailKey } from './email-key.ts';
import { createAssertionOptions } from './factors/passkey.ts';
import { type GivenFactor, hasEnough, listUsable, loadFactors, proveFactor } from './factors/prove-factor.ts';
import { keepWrongAnswer, reservePassword } from './sign-in-lock.ts';
import { recordTry, refuse, type SignInResult, type SignInTry, succeed, toLoggedEmail } from './sign-in-outcome.ts';
import { limitSignIn, limitSource } from './throttle.ts';

export interface SignInRequest extends GivenFactor {
  readonly email: string;
  readonly password: string;
}

const SYSTEM = { kind: 'system' } as const;
const TOO_MANY = 'Too many tries came from this network. Wait a minute, then try again.';

async function fail(
  casework: CaseworkContext,
  attempt: SignInTry,
  { row, reason }: { readonly row: SignInRow | undefined; readonly reason: string },
): Promise<SignInResult> {
  return casework.store.transact(SYSTEM, async (tx) => {
    const isLockedNow = await keepWrongAnswer(casework, tx, row);
    await recordTry(casework, tx, attempt, { row, details: { reason, locksAccount: isLockedNow } });
    const isUnknown = row === undefined && casework.settings.revealsUnknownAccounts;
    return refuse(isUnknown ? 'nouser' : 'failed');
  });
}

/** Ends a try whose password was right and that comes to no session: nothing of it counts as a guess. */
async function endRight(
  casework: CaseworkContext,
  tx: Transaction,
  attempt: SignInTry,
  { row, result, details }: { readonly row: SignInRow; readonly result: SignInResult; readonly details: AuditDetails },
): Promise<SignInResult> {
  await returnFailure(tx, row.id);
  await returnAttempts(tx, attempt.keys, attempt.at);
  const isStep = result.answer.flag === 'second-factor';
  const entry = isStep ? ({ action: 'account.first-factor', outcome: 'success' } as const) : {};
  await recordTry(casework, tx, attempt, { row, entry, details });
  return result;
}

/** What a right password comes to; `wrong` names why the try still counts as failed. */
type Outcome = SignInResult | { readonly wrong: string };

async function takeFactor(
  casework: CaseworkContext,
  tx: Transaction,
  attempt: SignInTry,
  { row, given }: { readonly row: SignInRow; readonly given: GivenFactor },
): Promise<Outcome> {
  const owned = await loadFactors(tx, row.id);
  const usable = listUsable(casework, row.role, owned);
  const purpose = { purpose: 'second-factor', subject: row.id } as const;
  if (usable.length > 0 && given.code === undefined && given.passkey === undefined) {
    const isAsked = usable.includes('passkey');
    const options = isAsked ? (await createAssertionOptions(casework, purpose, owned.passkeys)).options : null;
    const result = refuse('second-factor', { factors: usable, passkeyOptions: options });
    return endRight(casework, tx, attempt, {
      row,
      result,
      details: { isEnough: hasEnough(casework, row.role, owned) },
    });
  }
  const proof =
    usable.length > 0 ? await proveFactor(casework, tx, { id: row.id, usable, owned }, { given, purpose }) : undefined;
  if (proof?.kind === null) return { wrong: proof.reason };
  await clearFailures(tx, row.id);
  return succeed(casework, tx, attempt, { row, kind: proof?.kind ?? null });
}

/** After the right password: the state of the account, then the second factor. */
async function goOn(
  casework: CaseworkContext,
  tx: Transaction,
  attempt: SignInTry,
  { id, given, stored }: { readonly id: string; readonly given: GivenFactor; readonly stored: string },
): Promise<Outcome> {
  const row = await lockAccount(tx, id);
  // What changed while the password was being checked decides.
  if (!row?.isAgencyActive || row.passwordHash !== stored) return { wrong: 'changed' };
  if (row.status === 'registered' || row.status === 'awaiting-approval') {
    const flag = row.status === 'registered' ? 'email_not_verified' : 'pending';
    return endRight(casework, tx, attempt, { row, result: refuse(flag), details: { reason: flag } });
  }
  return row.status === 'active' ? takeFactor(casework, tx, attempt, { row, given }) : { wrong: row.status };
}

/** Checks a password that may be tried. A queue that is full counts as no guess. */
async function checkPassword(
  casework: CaseworkContext,
  attempt: SignInTry,
  held: { readonly row: SignInRow | undefined; readonly stored: string | null; readonly password: string },
): Promise<boolean> {
  try {
    return await casework.passwords.verify(held.password, held.stored);
  } catch (error) {
    await casework.store.transact(SYSTEM, async (tx) => {
      if (held.stored !== null && held.row) await returnFailure(tx, held.row.id);
      await returnAttempts(tx, attempt.keys, attempt.at);
    });
    throw error;
  }
}

async function renewHash(casework: CaseworkContext, id: string, password: string, stored: string): Promise<void> {
  if (!casework.passwords.needsRehash(stored)) return;
  try {
    const hash = await casework.passwords.hash(password);
    await casework.store.transact(SYSTEM, (tx) => replaceHash(tx, id, stored, hash));
  } catch (error) {
    // Whoever is signed in stays so: the next sign-in makes it again.
    if (!AppError.is(error, 'unavailable')) throw error;
  }
}

/**
 * Signs in with a password, and a second factor where the account has one. Unknown, wrong, locked and closed are one
 * answer: the same bytes, after the same work.
 */
export function signIn(casework: CaseworkContext, visitor: Caller, request: SignInRequest): Promise<SignInResult> {
  return casework.passwords.hold(() => tryToSignIn(casework, visitor, request));
}

async function tryToSignIn(casework: CaseworkContext, visitor: Caller, request: SignInRequest): Promise<SignInResult> {
  const { email, password, ...given } = request;
  const emailKey = toEmailKey(email);
  const limits = [...limitSource('sign-in', visitor.source), limitSignIn(emailKey)];
  const at = casework.now();
  const attempt: SignInTry = { visitor, at, keys: limits.map(({ key }) => key), typed: toLoggedEmail(email) };
  const held = await casework.store.transact(SYSTEM, async (tx) => {
    const full = await takeAttempts(tx, limits, at);
    if (full !== undefined) {
      await recordTry(casework, tx, attempt, { row: undefined, details: { reason: 'too-many' } });
      return { full, row: undefined, stored: null };
    }
    const row = await lockAccountByEmail(tx, emailKey);
    return { full, row, stored: await reservePassword(casework, tx, row) };
  });
  if (held.full !== undefined) {
    return refuse('failed', held.full.startsWith('sign-in:account:') ? {} : { notice: TOO_MANY });
  }
  const { row, stored } = held;
  const isRight = isHashable(password) && (await checkPassword(casework, attempt, { row, stored, password }));
  if (!isRight || !row || stored === null) {
    return fail(casework, attempt, { row, reason: stored === null ? 'refused' : 'wrong' });
  }
  const outcome = await casework.store.transact(SYSTEM, (tx) =>
    goOn(casework, tx, attempt, { id: row.id, given, stored }),
  );
  if ('wrong' in outcome) return fail(casework, attempt, { row, reason: outcome.wrong });
  if (outcome.fresh) await renewHash(casework, row.id, password, stored);
  return outcome;
}
