import {
  type FailureState,
  keepFailure,
  type SignInRow,
  updateFailures,
} from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** An id that no account has: work for unknown addresses is done on it. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const MINUTE = 60_000;

/** States in which the password may be tried; after it the state is reported. */
const MAY_TRY: readonly SignInRow['status'][] = ['registered', 'awaiting-approval', 'active'];

/** The current count: a lock whose time is over, and failures too long ago, no longer count. */
function settleFailures(casework: CaseworkContext, row: FailureState, now: Date): FailureState {
  const { withinMs, releaseMs } = casework.profile.lockout;
  const none = { failedCount: 0, failedSince: null, lockedAt: null };
  if (row.lockedAt) {
    return releaseMs !== null && now.getTime() - row.lockedAt.getTime() >= releaseMs ? none : row;
  }
  return row.failedSince && now.getTime() - row.failedSince.getTime() < withinMs ? row : none;
}

/**
 * Counts a try as failed before it is checked, so that parallel ones cannot pass the limit together, and gives the text to
 * check it against. Null where none may be: unknown, locked, closed. The row is locked by the transaction.
 */
export async function reservePassword(
  casework: CaseworkContext,
  tx: Transaction,
  row: SignInRow | undefined,
): Promise<string | null> {
  const now = casework.now();
  const state = row && settleFailures(casework, row, now);
  const isOpen =
    row !== undefined &&
    state?.lockedAt === null &&
    state.failedCount < casework.profile.lockout.failures &&
    row.isAgencyActive &&
    MAY_TRY.includes(row.status);
  const { failedCount, failedSince, lockedAt } = state ?? { failedCount: 0, failedSince: null, lockedAt: null };
  const counted = { failedCount: failedCount + 1, failedSince: failedSince ?? now, lockedAt: null };
  await updateFailures(tx, row?.id ?? NOBODY, isOpen ? counted : { failedCount, failedSince, lockedAt });
  return isOpen ? row.passwordHash : null;
}

function describeRelease(casework: CaseworkContext): string {
  const { releaseMs } = casework.profile.lockout;
  if (releaseMs === null) return 'An administrator of your agency can open it again.';
  return `It opens again by itself after ${Math.round(releaseMs / MINUTE)} minutes.`;
}

/**
 * Keeps that a counted try was wrong. The one that uses up the limit locks the password path and emails its owner, once.
 * True when it is locked by this.
 */
export async function keepWrongAnswer(
  casework: CaseworkContext,
  tx: Transaction,
  row: SignInRow | undefined,
): Promise<boolean> {
  const { failures } = casework.profile.lockout;
  const isLockedNow = await keepFailure(tx, row?.id ?? NOBODY, { failures, now: casework.now() });
  if (isLockedNow && row) {
    await queueMail(tx, {
      recipient: row.email,
      agency: row.agencyId,
      subject: 'Sign-in with your password is locked',
      body: [
        `The password of your account was wrong ${failures} times in a row, so signing in with it is locked.`,
        describeRelease(casework),
        'Signing in with a passkey still works.',
        'If this was not you, tell an administrator of your agency.',
      ].join('\n\n'),
    });
  }
  return isLockedNow;
}
