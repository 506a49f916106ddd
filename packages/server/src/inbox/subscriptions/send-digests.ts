import { takeDigests } from '@trailmark/store/cases/alerts/subscription-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { alertDigestMail } from '../../mail/mail-texts.ts';

const DAY = 86_400_000;
/** Summaries are there when people begin to work: UTC. */
const SENT_FROM_HOUR = 5;
const MONDAY = 1;

/** The last moment from which summaries of a cadence were due: today's at five, or Monday's. */
function lastDue(now: Date, digest: 'daily' | 'weekly'): Date {
  const due = new Date(now);
  due.setUTCHours(SENT_FROM_HOUR, 0, 0, 0);
  if (due > now) due.setTime(due.getTime() - DAY);
  while (digest === 'weekly' && due.getUTCDay() !== MONDAY) due.setTime(due.getTime() - DAY);
  return due;
}

/** Sends each summary that is due once, and none where nothing was raised since the last. Returns how many were sent. */
export function sendDigests(casework: CaseworkContext): Promise<number> {
  const at = casework.now();
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const taken = [];
    for (const digest of ['daily', 'weekly'] as const)
      taken.push(...(await takeDigests(tx, { digest, before: lastDue(at, digest), at })));
    const due = taken.filter(({ raised }) => raised > 0);
    const link = `${casework.origin}/address-monitoring/alerts`;
    for (const { agency, email, ...counts } of due)
      await queueMail(tx, { recipient: email, agency, ...alertDigestMail(link, counts) });
    return due.length;
  });
}
