import type { AuditDetails } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import { returnAttempts, takeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import {
  clearFailures,
  lockAccount,
  returnFailure,
  type SignInRow,
} from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller, CallerAccount, CallerSession } from '../../casework/caller.ts';
import { type CaseworkContext, scopeOf, toAuditEvent } from '../../casework/casework-context.ts';
import { isHashable } from '../../casework/password-hash.ts';
import { createAssertionOptions } from '../factors/passkey.ts';
import { type GivenFactor, listUsable, loadFactors, proveFactor } from '../factors/prove-factor.ts';
import { keepWrongAnswer, reservePassword } from '../sign-in-lock.ts';
import { recordCounterAlarm } from '../sign-in-outcome.ts';
import { limitAccount, limitSource } from '../throttle.ts';
import { type FreshToken, rotateSession } from './start-session.ts';

/** One proof: a password, a code of the authenticator, or a passkey. */
export interface GivenProof extends GivenFactor {
  readonly password?: string | undefined;
}

/** A caller with a browser's session. */
export interface SignedIn extends Caller {
  readonly account: CallerAccount;
  readonly session: CallerSession;
}

/** Throws where a program asks, or nobody: a token of a program proves nothing about a person. */
export function assertBrowser(caller: Caller): asserts caller is SignedIn {
  if (caller.account && caller.session && !caller.session.isProgram) return;
  throw new AppError('forbidden', 'This is for people in a browser: a token of a program may not do it.');
}

const WRONG = 'That is not right for this account, or was used already.';

function countProofs({ password, code, passkey }: GivenProof): number {
  return [password, code, passkey].filter((given) => given !== undefined).length;
}

/** Options for proving a passkey of the signed-in account; null where it has none. */
export async function startProof(casework: CaseworkContext, caller: Caller): Promise<Record<string, unknown> | null> {
  assertBrowser(caller);
  const { account, session } = caller;
  const { passkeys } = await casework.store.transact(scopeOf(caller), (tx) => loadFactors(tx, account.id));
  if (passkeys.length === 0) return null;
  const purpose = { purpose: 'proof', subject: session.hash } as const;
  return (await createAssertionOptions(casework, purpose, passkeys)).options;
}

interface Held {
  readonly row: SignInRow;
  readonly stored: string | null;
}

/** Counts the try against the account before anything is checked. Undefined where it may not be made. */
async function lockAttempt(
  casework: CaseworkContext,
  caller: SignedIn,
  { keys, at }: { readonly keys: Parameters<typeof takeAttempts>[1]; readonly at: Date },
): Promise<Held | undefined> {
  return casework.store.transact(scopeOf(caller), async (tx) => {
    if ((await takeAttempts(tx, keys, at)) !== undefined) return undefined;
    const row = await lockAccount(tx, caller.account.id);
    return row && { row, stored: await reservePassword(casework, tx, row) };
  });
}

/** Whether a factor was right; a password has been checked by then. */
async function proveSecond(
  casework: CaseworkContext,
  tx: Transaction,
  caller: SignedIn,
  { row, given }: { readonly row: SignInRow; readonly given: GivenProof },
): Promise<string | null> {
  const owned = await loadFactors(tx, row.id);
  // A recovery code is for signing in without the factor: it would be wasted here.
  const usable = listUsable(casework, row.role, owned).filter((kind) => kind !== 'recovery-code');
  const purpose = { purpose: 'proof', subject: caller.session.hash } as const;
  const proof = await proveFactor(casework, tx, { id: row.id, usable, owned }, { given, purpose });
  if (proof.kind === null && proof.reason === 'counter') await recordCounterAlarm(casework, tx, caller, row);
  return proof.kind === null ? proof.reason : null;
}

async function record(
  casework: CaseworkContext,
  tx: Transaction,
  caller: SignedIn,
  details: AuditDetails,
): Promise<void> {
  const outcome = 'reason' in details ? 'failed' : 'success';
  const entry = {
    action: 'session.unlock',
    outcome,
    object: { kind: 'session', id: caller.session.id },
    details,
  } as const;
  await recordAudit(tx, toAuditEvent(caller, entry, casework.now()));
}

async function keepWrongProof(
  casework: CaseworkContext,
  caller: SignedIn,
  { row, reason }: { readonly row: SignInRow | undefined; readonly reason: string },
): Promise<void> {
  await casework.store.transact(scopeOf(caller), async (tx) => {
    if (row) await keepWrongAnswer(casework, tx, row);
    await record(casework, tx, caller, { reason });
  });
}

/** Checks a password. False counts as a failed try; a queue of hashes that is full does not. */
async function checkPassword(
  casework: CaseworkContext,
  caller: SignedIn,
  held: Held,
  password: string,
): Promise<boolean> {
  if (!isHashable(password)) return false;
  try {
    return await casework.passwords.verify(password, held.stored);
  } catch (error) {
    await casework.store.transact(scopeOf(caller), (tx) => returnFailure(tx, held.row.id));
    throw error;
  }
}

/**
 * Opens a locked session, or proves again who sits there: the session continues under a new token. Wrong proofs count like wrong
 * passwords at sign-in. Throws `invalid` for a wrong one.
 */
export async function unlockSession(casework: CaseworkContext, caller: Caller, given: GivenProof): Promise<FreshToken> {
  assertBrowser(caller);
  if (countProofs(given) !== 1) {
    throw new AppError('invalid', 'Give one of password, code and passkey.', { context: { field: 'password' } });
  }
  const at = casework.now();
  const kind = given.password !== undefined ? 'password' : given.code !== undefined ? 'code' : 'passkey';
  const wrong = new AppError('invalid', WRONG, { context: { field: kind } });
  const keys = [...limitSource('proof', caller.source), limitAccount('proof', caller.account.id)];
  const held = await lockAttempt(casework, caller, { keys, at });
  // A passkey cannot be guessed, so a lock does not shut it out.
  const isShut = held?.stored === null && kind !== 'passkey';
  const isRight =
    held && !isShut && (given.password === undefined || (await checkPassword(casework, caller, held, given.password)));
  if (!isRight) {
    await keepWrongProof(casework, caller, { row: held?.row, reason: held ? 'wrong' : 'too-many' });
    throw wrong;
  }
  const result = await casework.store.transact(scopeOf(caller), async (tx) => {
    const reason = kind === 'password' ? null : await proveSecond(casework, tx, caller, { row: held.row, given });
    if (reason !== null) return { reason };
    if (held.stored !== null) await clearFailures(tx, held.row.id);
    await returnAttempts(
      tx,
      keys.map(({ key }) => key),
      at,
    );
    const fresh = await rotateSession(casework, tx, caller, caller.session.hasSecondFactor);
    await record(casework, tx, caller, { proof: kind });
    return fresh;
  });
  if (!('reason' in result)) return result;
  await keepWrongProof(casework, caller, { row: held.row, reason: result.reason });
  throw wrong;
}
