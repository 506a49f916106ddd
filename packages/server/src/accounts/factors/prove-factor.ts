import type { AccountRole } from '@trailmark/core/role';
import {
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  type PasskeyRow,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
} from '@trailmark/store/cases/accounts/factor-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { type ChallengePurpose, consumeChallenge } from './challenge.ts';
import { verifyAssertion } from './passkey.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { decryptTotpSecret } from './totp-secret.ts';

export type FactorKind = 'totp' | 'passkey' | 'recovery-code';

/** Second factors an account has set up. */
export interface OwnedFactors {
  readonly hasTotp: boolean;
  readonly passkeys: readonly PasskeyRow[];
  readonly recoveryCodesLeft: number;
}

export async function loadFactors(tx: Transaction, accountId: string): Promise<OwnedFactors> {
  const totp = await findTotp(tx, accountId);
  return {
    hasTotp: totp?.confirmedAt != null,
    passkeys: await listPasskeys(tx, accountId),
    recoveryCodesLeft: await countRecoveryCodes(tx, accountId),
  };
}

/** Whether an authenticator app or a recovery code is enough for a role, or only a passkey is. */
export function takesTotp(casework: CaseworkContext, role: AccountRole): boolean {
  return role === 'member' || casework.profile.privilegedFactor === 'any';
}

/** Whether an account has a factor that is enough for its role. */
export function hasEnough(casework: CaseworkContext, role: AccountRole, owned: OwnedFactors): boolean {
  return owned.passkeys.length > 0 || (owned.hasTotp && takesTotp(casework, role));
}

/**
 * Factors an account can give. Where only a passkey is enough, an authenticator is still accepted from who has nothing else:
 * it allows setting up a passkey, and no more.
 */
export function listUsable(casework: CaseworkContext, role: AccountRole, owned: OwnedFactors): FactorKind[] {
  const isEnough = takesTotp(casework, role);
  const kinds: FactorKind[] = [];
  if (owned.passkeys.length > 0) kinds.push('passkey');
  if (owned.hasTotp && (isEnough || kinds.length === 0)) kinds.push('totp');
  if (owned.recoveryCodesLeft > 0 && isEnough && kinds.length > 0) kinds.push('recovery-code');
  return kinds;
}

/** What a caller gave as a factor. */
export interface GivenFactor {
  readonly code?: string | undefined;
  readonly passkey?: Readonly<Record<string, unknown>> | undefined;
}

export type FactorProof =
  | { readonly kind: FactorKind }
  /** `counter`: the passkey's counter went back, as that of a copied key does. */
  | { readonly kind: null; readonly reason: 'wrong-factor' | 'counter' };

const WRONG: FactorProof = { kind: null, reason: 'wrong-factor' };

/** Checks what one passkey signed, and uses the challenge and the counter up. */
export async function provePasskey(
  casework: CaseworkContext,
  tx: Transaction,
  {
    passkey,
    given,
    purpose,
    ticket,
  }: {
    readonly passkey: PasskeyRow;
    readonly given: unknown;
    readonly purpose: ChallengePurpose;
    /** The one challenge it may be, where the caller names it. */
    readonly ticket?: string;
  },
): Promise<FactorProof> {
  const verified = await verifyAssertion(casework, purpose, { given, passkey });
  if (!verified || (ticket !== undefined && verified.challenge !== ticket)) return WRONG;
  if (!(await consumeChallenge(casework, tx, verified.challenge))) return WRONG;
  const hasGrown = await usePasskey(tx, passkey.id, { counter: verified.counter, now: casework.now() });
  return hasGrown ? { kind: 'passkey' } : { kind: null, reason: 'counter' };
}

async function proveTotp(
  casework: CaseworkContext,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<FactorProof> {
  const row = await findTotp(tx, accountId);
  if (!row?.confirmedAt) return WRONG;
  const step = findTotpStep(decryptTotpSecret(casework.keys, accountId, row.secret), code, casework.now());
  return step !== undefined && (await useTotpStep(tx, accountId, step)) ? { kind: 'totp' } : WRONG;
}

/** Checks a factor against those that may be given, and uses it up: a code, a step and a challenge count once. */
export async function proveFactor(
  casework: CaseworkContext,
  tx: Transaction,
  account: { readonly id: string; readonly usable: readonly FactorKind[]; readonly owned: OwnedFactors },
  { given, purpose }: { readonly given: GivenFactor; readonly purpose: ChallengePurpose },
): Promise<FactorProof> {
  if (given.passkey) {
    const passkey = account.owned.passkeys.find(({ id }) => id === given.passkey?.id);
    return passkey ? provePasskey(casework, tx, { passkey, given: given.passkey, purpose }) : WRONG;
  }
  const code = (given.code ?? '').replace(/\s/g, '');
  if (isRecoveryCode(code) && account.usable.includes('recovery-code')) {
    const isUsed = await useRecoveryCode(tx, account.id, hashRecoveryCode(casework.keys, code), casework.now());
    return isUsed ? { kind: 'recovery-code' } : WRONG;
  }
  return account.usable.includes('totp') ? proveTotp(casework, tx, account.id, code) : WRONG;
}
