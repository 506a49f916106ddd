import { endApiTokensOf } from '@trailmark/store/cases/accounts/api-token-rows';
import { removeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import { endSessionsOf } from '@trailmark/store/cases/accounts/session-rows';
import { closeUnused } from '@trailmark/store/cases/accounts/sign-in-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { createVisitor } from '../office/caller.ts';
import { type Office, toAuditEvent } from '../office/office.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Longer than any limit counts back, and than a challenge lives. */
const KEPT_MS = 2 * HOUR;

/** Closes accounts that nobody signed in to for the profile's days (CJIS AC-2(3)). Gives how many. */
export function closeInactiveAccounts(office: Office): Promise<number> {
  const now = office.now();
  const { inactiveDays } = office.profile;
  return office.store.transact({ kind: 'system' }, async (tx) => {
    const closed = await closeUnused(tx, new Date(now.getTime() - inactiveDays * DAY));
    for (const { id, agencyId } of closed) {
      await endSessionsOf(tx, id, now);
      await endApiTokensOf(tx, id, now);
      const entry = {
        action: 'account.close-unused',
        object: { kind: 'account', id },
        details: { days: inactiveDays },
      };
      const event = toAuditEvent(createVisitor({ address: '', agent: '' }), entry, now);
      await recordAudit(tx, { ...event, actor: { account: null, role: 'server' }, agency: agencyId, source: null });
    }
    return closed.length;
  });
}

/** Forgets tries and used challenges that no limit looks at any more. Gives how many. */
export function purgeOldAttempts(office: Office): Promise<number> {
  const before = new Date(office.now().getTime() - KEPT_MS);
  return office.store.transact({ kind: 'system' }, (tx) => removeAttempts(tx, before));
}
