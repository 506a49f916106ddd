import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { type Reminder, takeReminders } from '@trailmark/store/cases/training/enrolment-rows';
import { listSessions } from '@trailmark/store/cases/training/session-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeSession, SEAT_SCOPE } from './seats.ts';

const DAY = 86_400_000;
/** The nearer one first: whoever gets it needs no other. */
const KINDS: readonly (readonly [Reminder, number, string])[] = [
  ['day', DAY, 'Your course begins within a day'],
  ['week', 7 * DAY, 'Your course begins within a week'],
];

/** Queues the reminders that are due, each once; gives how many. Meant to run every hour or so. */
export function remindEnrolled(casework: CaseworkContext): Promise<number> {
  return casework.store.transact(SEAT_SCOPE, async (tx) => {
    const now = casework.now();
    let sent = 0;
    for (const [kind, ahead, subject] of KINDS) {
      const due = await takeReminders(tx, kind, { now, until: new Date(now.getTime() + ahead) });
      for (const { sessionId, email, agencyId } of due) {
        const [session] = await listSessions(tx, { id: sessionId });
        if (!session) continue;
        const body = [
          `${subject}:`,
          describeSession(session),
          session.place,
          '',
          `Your enrolments: ${casework.origin}/access/training`,
          '',
        ].join('\n');
        await queueMail(tx, { recipient: email, subject, body, agency: agencyId });
        sent += 1;
      }
    }
    return sent;
  });
}
