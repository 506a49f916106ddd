import type { AuditDetails } from '@trailmark/core/audit';
import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import { removeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { removeUnverified } from '@trailmark/store/cases/accounts/registration-rows';
import { endSessionsOf } from '@trailmark/store/cases/accounts/session-rows';
import { closeUnused } from '@trailmark/store/cases/accounts/sign-in-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { createVisitor } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';

const SYSTEM = { kind: 'system' } as const;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Longer than any limit counts back, and than a challenge lives. */
const KEPT_MS = 2 * HOUR;
const UNVERIFIED_DAYS = 3;

interface Swept {
  readonly id: string;
  readonly agencyId: string;
}

/** Logs what the server did to an account automatically. */
async function recordSweep(
  casework: CaseworkContext,
  tx: Transaction,
  { id, agencyId }: Swept,
  what: { readonly action: string; readonly details: AuditDetails },
): Promise<void> {
  const entry = { ...what, object: { kind: 'account', id } };
  const event = toAuditEvent(createVisitor({ address: '', agent: '' }), entry, casework.now());
  await recordAudit(tx, { ...event, actor: { account: null, role: 'server' }, agency: agencyId, source: null });
}

/** Closes accounts that nobody signed in to for the profile's days (CJIS AC-2(3)). Returns how many. */
export function closeInactiveAccounts(casework: CaseworkContext): Promise<number> {
  const now = casework.now();
  const { inactiveDays } = casework.profile;
  return casework.store.transact(SYSTEM, async (tx) => {
    const closed = await closeUnused(tx, new Date(now.getTime() - inactiveDays * DAY));
    for (const account of closed) {
      await endSessionsOf(tx, account.id, now);
      await endApiTokensOf(tx, account.id, now);
      await recordSweep(casework, tx, account, { action: 'account.close-unused', details: { days: inactiveDays } });
    }
    return closed.length;
  });
}

/** Removes accounts whose address nobody verified within three days (CJIS AC-2(2)). Returns how many. */
export function removeUnverifiedAccounts(casework: CaseworkContext): Promise<number> {
  const now = casework.now();
  return casework.store.transact(SYSTEM, async (tx) => {
    const removed = await removeUnverified(tx, { before: new Date(now.getTime() - UNVERIFIED_DAYS * DAY), now });
    for (const account of removed) {
      const details = { days: UNVERIFIED_DAYS };
      await recordSweep(casework, tx, account, { action: 'account.remove-unverified', details });
    }
    return removed.length;
  });
}

/** Forgets tries and used challenges that no limit looks at any more. Returns how many. */
export function purgeOldAttempts(casework: CaseworkContext): Promise<number> {
  const before = new Date(casework.now().getTime() - KEPT_MS);
  return casework.store.transact(SYSTEM, (tx) => removeAttempts(tx, before));
}
