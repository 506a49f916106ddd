import type { AuditEntry } from '@trailmark/core/audit';
import { AppError } from '@trailmark/core/errors';
import {
  confirmTotp,
  findTotp,
  insertPasskey,
  putTotp,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  useTotpStep,
} from '@trailmark/store/cases/accounts/factor-rows';
import { endSessionsOf } from '@trailmark/store/cases/accounts/session-rows';
import { lockAccount } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { Caller } from '../../casework/caller.ts';
import { act, type CaseworkContext, read } from '../../casework/casework-context.ts';
import { type FreshToken, rotateSession } from '../sessions/start-session.ts';
import { assertBrowser, type SignedIn } from '../sessions/unlock-session.ts';
import { consumeChallenge } from './challenge.ts';
import { createRegistrationOptions, verifyRegistration } from './passkey.ts';
import { hasEnough, loadFactors, type OwnedFactors, takesTotp } from './prove-factor.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { encodeBase32, findTotpStep, formatTotpUri } from './totp.ts';
import { createTotpSecret, decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';

/** What enrolling a factor gives: the session's new token, and recovery codes with the first factor. */
export interface Enrolled {
  readonly fresh: FreshToken;
  readonly recoveryCodes: readonly string[];
}

function invalid(field: string, sentence: string): AppError {
  return new AppError('invalid', sentence, { context: { field } });
}

/**
 * Holds the account and throws unless the caller may change its factors: a full session after a fresh proof, or one that owes
 * the second factor while the account has none that is enough. Otherwise a password alone would open the door.
 */
async function lockFactors(casework: CaseworkContext, tx: Transaction, caller: SignedIn): Promise<OwnedFactors> {
  const { account, session } = caller;
  await lockAccount(tx, account.id);
  const owned = await loadFactors(tx, account.id);
  const isFresh = casework.now().getTime() - session.provenAt.getTime() <= casework.profile.session.freshMs;
  if (session.hasSecondFactor && !isFresh) {
    throw new AppError('unauthorised', 'Confirm with your password or passkey that it is you before changing this.', {
      context: { reason: 'step-up' },
    });
  }
  if (!session.hasSecondFactor && hasEnough(casework, account.role, owned)) {
    throw new AppError('unauthorised', 'Your account has a second factor. Sign in with it first.', {
      context: { reason: 'second-factor' },
    });
  }
  return owned;
}

function toOwner({ account }: SignedIn): { readonly accountId: string; readonly agencyId: string } {
  return { accountId: account.id, agencyId: account.agency };
}

async function notify(tx: Transaction, { account }: SignedIn, change: string): Promise<void> {
  await queueMail(tx, {
    recipient: account.email,
    agency: account.agency,
    subject: 'The second factors of your account changed',
    body: [change, 'If this was not you, tell an administrator of your agency at once.'].join('\n\n'),
  });
}

async function makeRecoveryCodes(casework: CaseworkContext, tx: Transaction, caller: SignedIn): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    toOwner(caller),
    codes.map((code) => hashRecoveryCode(casework.keys, code)),
  );
  return codes;
}

/** What follows every factor put into force: codes with the first one, other sessions end, this one continues with a new token. */
async function settleEnrolment(
  casework: CaseworkContext,
  tx: Transaction,
  caller: SignedIn,
  { before, isEnough, change }: { readonly before: OwnedFactors; readonly isEnough: boolean; readonly change: string },
): Promise<Enrolled> {
  const isFirst = !before.hasTotp && before.passkeys.length === 0;
  const recoveryCodes = isFirst ? await makeRecoveryCodes(casework, tx, caller) : [];
  const fresh = await rotateSession(casework, tx, caller, caller.session.hasSecondFactor || isEnough);
  await endSessionsOf(tx, caller.account.id, casework.now(), fresh.hash);
  await notify(tx, caller, change);
  return { fresh, recoveryCodes };
}

/** Makes an authenticator's secret, not in force before its first code. Throws `conflict` where one is in force. */
export async function startTotp(
  casework: CaseworkContext,
  caller: Caller,
): Promise<{ readonly secret: string; readonly uri: string }> {
  assertBrowser(caller);
  const { account } = caller;
  if (!takesTotp(casework, account.role)) {
    throw new AppError(
      'forbidden',
      'Administrators and auditors sign in with a passkey here, not with an authenticator.',
    );
  }
  const bytes = createTotpSecret();
  const entry = { action: 'factor.totp-start', object: { kind: 'account', id: account.id } };
  await act(casework, caller, entry, async (tx) => {
    await lockFactors(casework, tx, caller);
    if (await putTotp(tx, toOwner(caller), encryptTotpSecret(casework.keys, account.id, bytes))) return;
    throw new AppError('conflict', 'The account has an authenticator already. Take it off before setting up another.');
  });
  const secret = encodeBase32(bytes);
  return { secret, uri: formatTotpUri(secret, 'Trailmark', account.email) };
}

/** Puts the authenticator into force with its first code. Throws `invalid` for a wrong one. */
export function confirmAuthenticator(casework: CaseworkContext, caller: Caller, code: string): Promise<Enrolled> {
  assertBrowser(caller);
  const { account } = caller;
  const entry = { action: 'factor.totp-add', object: { kind: 'account', id: account.id } };
  return act(casework, caller, entry, async (tx) => {
    const before = await lockFactors(casework, tx, caller);
    const row = await findTotp(tx, account.id);
    if (!row || row.confirmedAt) throw new AppError('conflict', 'Start setting up an authenticator first.');
    const secret = decryptTotpSecret(casework.keys, account.id, row.secret);
    const step = findTotpStep(secret, code.replace(/\s/g, ''), casework.now());
    if (step === undefined || !(await useTotpStep(tx, account.id, step))) {
      throw invalid('code', 'That is not the code the authenticator shows now. Check that its clock is right.');
    }
    await confirmTotp(tx, account.id, casework.now());
    const change = 'An authenticator app was added to your account.';
    return settleEnrolment(casework, tx, caller, { before, isEnough: takesTotp(casework, account.role), change });
  });
}

/** Options for making a passkey, good for this session. */
export async function startPasskey(casework: CaseworkContext, caller: Caller): Promise<Record<string, unknown>> {
  assertBrowser(caller);
  const owned = await read(casework, caller, (tx) => lockFactors(casework, tx, caller));
  const purpose = { purpose: 'registration', subject: caller.session.hash } as const;
  return createRegistrationOptions(casework, caller.account, { purpose, known: owned.passkeys });
}

const MAX_PASSKEYS = 20;

/** Adds a passkey. Throws `invalid` for anything but what an authenticator made for this session. */
export async function addPasskey(
  casework: CaseworkContext,
  caller: Caller,
  { name, passkey: given }: { readonly name: string; readonly passkey: unknown },
): Promise<Enrolled> {
  assertBrowser(caller);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw invalid('name', 'A name is one line of text.');
  const purpose = { purpose: 'registration', subject: caller.session.hash } as const;
  const verified = await verifyRegistration(casework, purpose, given);
  const refused = invalid('passkey', 'That is no passkey made for this page just now. Start again.');
  if (!verified) throw refused;
  const { passkey, challenge } = verified;
  const entry = { action: 'factor.passkey-add', object: { kind: 'passkey', id: passkey.id }, details: { name } };
  return act(casework, caller, entry, async (tx) => {
    const before = await lockFactors(casework, tx, caller);
    if (before.passkeys.length >= MAX_PASSKEYS) {
      throw new AppError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys. Take one off first.`);
    }
    if (!(await consumeChallenge(casework, tx, challenge))) throw refused;
    if (!(await insertPasskey(tx, toOwner(caller), { ...passkey, name }, casework.now()))) throw refused;
    const change = `The passkey “${name}” was added to your account.`;
    return settleEnrolment(casework, tx, caller, { before, isEnough: true, change });
  });
}

/** Takes a factor off, unless it is the last one that is enough while factors are required. */
async function removeFactor(
  casework: CaseworkContext,
  caller: SignedIn,
  { take, change }: { readonly take: (tx: Transaction) => Promise<boolean>; readonly change: string },
  entry: AuditEntry,
): Promise<void> {
  const { account, session } = caller;
  await act(casework, caller, entry, async (tx) => {
    await lockFactors(casework, tx, caller);
    if (!(await take(tx))) throw new AppError('not-found', 'The account has no such second factor.');
    const left = await loadFactors(tx, account.id);
    const isRequired = casework.settings.secondFactor === 'required';
    if (isRequired && !hasEnough(casework, account.role, left)) {
      throw new AppError('conflict', 'This is the last second factor of the account. Set up another one first.');
    }
    if (!left.hasTotp && left.passkeys.length === 0) await replaceRecoveryCodes(tx, toOwner(caller), []);
    await endSessionsOf(tx, account.id, casework.now(), session.hash);
    await notify(tx, caller, change);
  });
}

export async function removeAuthenticator(casework: CaseworkContext, caller: Caller): Promise<void> {
  assertBrowser(caller);
  const { account } = caller;
  const entry = { action: 'factor.totp-remove', object: { kind: 'account', id: account.id } };
  const change = 'The authenticator app was taken off your account.';
  await removeFactor(casework, caller, { take: (tx) => removeTotp(tx, account.id), change }, entry);
}

export async function takePasskeyOff(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  assertBrowser(caller);
  const { account } = caller;
  const known = /^[\w-]+$/.test(id) ? id : '';
  const entry = { action: 'factor.passkey-remove', object: { kind: 'passkey', id: known } };
  const change = 'A passkey was taken off your account.';
  await removeFactor(casework, caller, { take: (tx) => removePasskey(tx, account.id, known), change }, entry);
}

/** Makes ten new recovery codes; the old ones are void. Throws `conflict` without a factor that they could replace. */
export function renewRecoveryCodes(casework: CaseworkContext, caller: Caller): Promise<string[]> {
  assertBrowser(caller);
  const entry = { action: 'factor.recovery-codes', object: { kind: 'account', id: caller.account.id } };
  return act(casework, caller, entry, async (tx) => {
    const owned = await lockFactors(casework, tx, caller);
    if (!owned.hasTotp && owned.passkeys.length === 0) {
      throw new AppError('conflict', 'Recovery codes stand in for a second factor. Set one up first.');
    }
    const codes = await makeRecoveryCodes(casework, tx, caller);
    await notify(tx, caller, 'New recovery codes were made for your account. The old ones are void.');
    return codes;
  });
}
