import type { LoginAnswer } from '@trailmark/api/contract/session';
import type { AuditDetails, AuditEntry } from '@trailmark/core/audit';
import { isAdmitted, toRole } from '@trailmark/core/role';
import { returnAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import type { SignInRow } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import { type FactorKind, takesTotp } from './factors/prove-factor.ts';
import { type FreshToken, startSession } from './sessions/start-session.ts';

export interface SignInResult {
  readonly answer: LoginAnswer;
  /** With `success` only. */
  readonly fresh: FreshToken | null;
}

const ACTION = 'account.sign-in';

const EMPTY: LoginAnswer = {
  flag: 'failed',
  name: '',
  type: '',
  allow_status: '',
  factors: [],
  passkeyOptions: null,
  notice: null,
};

/** An answer without a session. */
export function refuse(flag: LoginAnswer['flag'], more: Partial<LoginAnswer> = {}): SignInResult {
  return { answer: { ...EMPTY, flag, ...more }, fresh: null };
}

/** One try as the steps below pass it on. */
export interface SignInTry {
  readonly visitor: Caller;
  readonly at: Date;
  /** What was counted, to be given back where it was no guess. */
  readonly keys: readonly string[];
  readonly typed: string;
}

/** The address as typed, for the log; other text may be a password in the wrong field, and is not kept. */
export function toLoggedEmail(email: string): string {
  return /^[^\s@]{1,64}@[\w.-]{1,190}$/.test(email.trim()) ? email.trim() : '(not an email address)';
}

/**
 * Writes a try that came to no session to the log, for the account's agency to see. Who tried is not known, so the actor is a
 * visitor.
 */
export async function recordTry(
  casework: CaseworkContext,
  tx: Transaction,
  attempt: SignInTry,
  event: { readonly row: SignInRow | undefined; readonly entry?: Partial<AuditEntry>; readonly details: AuditDetails },
): Promise<void> {
  const { row } = event;
  const object = row ? { kind: 'account', id: row.id } : null;
  const details: AuditDetails = { email: attempt.typed, ...event.details };
  const entry = { action: ACTION, outcome: 'failed' as const, object, ...event.entry, details };
  await recordAudit(tx, { ...toAuditEvent(attempt.visitor, entry, casework.now()), agency: row?.agencyId ?? null });
  if (row && details.reason === 'counter') await recordCounterAlarm(casework, tx, attempt.visitor, row);
}

/** Writes down that a passkey counted backwards, as a copy of it does (Web Authentication, signature counters). */
export async function recordCounterAlarm(
  casework: CaseworkContext,
  tx: Transaction,
  caller: Caller,
  row: SignInRow,
): Promise<void> {
  const object = { kind: 'account', id: row.id };
  const entry = { action: 'factor.passkey-counter', outcome: 'denied', object } as const;
  await recordAudit(tx, { ...toAuditEvent(caller, entry, casework.now()), agency: row.agencyId });
}

async function notifyOfRecovery(tx: Transaction, row: SignInRow): Promise<void> {
  await queueMail(tx, {
    recipient: row.email,
    agency: row.agencyId,
    subject: 'A recovery code of your account was used',
    body: [
      'Somebody signed in to your account with your password and one of its recovery codes.',
      'If this was you, set up the second factor again. If it was not, inform an administrator of your agency at once.',
    ].join('\n\n'),
  });
}

/** Starts the session of an account that has proven what it has to, or all it can. */
export async function succeed(
  casework: CaseworkContext,
  tx: Transaction,
  attempt: SignInTry,
  { row, kind }: { readonly row: SignInRow; readonly kind: FactorKind | null },
): Promise<SignInResult> {
  if (kind === 'recovery-code') await notifyOfRecovery(tx, row);
  const isOptional = casework.settings.secondFactor === 'optional';
  const isEnough = kind === 'passkey' || (kind !== null && takesTotp(casework, row.role));
  const hasSecondFactor = isEnough || isOptional;
  await returnAttempts(tx, attempt.keys, attempt.at);
  const { fresh, caller } = await startSession(casework, tx, attempt.visitor, { owner: row, hasSecondFactor });
  const entry = { action: ACTION, object: { kind: 'account', id: row.id }, details: { factor: kind ?? 'none' } };
  await recordAudit(tx, toAuditEvent(caller, entry, casework.now()));
  const isAllowed = isAdmitted(toRole(row.role, row.isAllowed, true), 'allowed');
  const answer: LoginAnswer = {
    ...EMPTY,
    flag: 'success',
    name: row.name,
    type: isAdmitted(row.role, 'admin') ? 'admin' : 'user',
    allow_status: isAllowed ? 'Yes' : 'No',
  };
  return { answer, fresh };
}
