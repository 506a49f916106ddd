import { listApprovers, takeDueApprovals } from '@trailmark/store/cases/accounts/registration-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { approvalDueMail } from '../mail/mail-texts.ts';

const AHEAD_MS = 6 * 3_600_000;

/** Reminds administrators, once for each request, six hours before it should have been decided. Returns how many. */
export async function remindApprovers(casework: CaseworkContext): Promise<number> {
  const now = casework.now();
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const due = await takeDueApprovals(tx, new Date(now.getTime() + AHEAD_MS), now);
    for (const { agencyId, dueAt } of due) {
      const text = approvalDueMail(casework.origin, dueAt, dueAt <= now);
      for (const recipient of await listApprovers(tx, agencyId)) {
        await queueMail(tx, { recipient, agency: agencyId, ...text });
      }
    }
    return due.length;
  });
}
