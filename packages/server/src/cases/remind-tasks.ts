import { isBusinessDay } from '@trailmark/core/business-day';
import { takeTaskReminders } from '@trailmark/store/cases/agency-cases/task-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { taskDueMail } from '../mail/mail-texts.ts';
import { toDay } from './case-view.ts';

const DAY = 86_400_000;
/** A server that was down over a weekend still reminds of what was due in it. */
const CATCH_UP_DAYS = 3;

/** The next working day after a day: on a Friday, Monday. */
function nextWorkingDay(from: Date): Date {
  let day = new Date(from.getTime() + DAY);
  while (!isBusinessDay(day)) day = new Date(day.getTime() + DAY);
  return day;
}

/**
 * Reminds whoever has a task, on the working day before it is due and on the day, each once for a due day. The email has a link
 * and no title of the case or the task: email leaves this server. Returns how many.
 */
export function remindTasks(casework: CaseworkContext): Promise<number> {
  const now = casework.now();
  const tomorrow = toDay(new Date(now.getTime() + DAY));
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const onTheDay = { from: toDay(new Date(now.getTime() - CATCH_UP_DAYS * DAY)), to: toDay(now) };
    // On a Friday that is Saturday to Monday; at a weekend nobody works, and Friday covered these days.
    const before = isBusinessDay(now) ? { from: tomorrow, to: toDay(nextWorkingDay(now)) } : undefined;
    const due = [
      ...(await takeTaskReminders(tx, 'on', onTheDay)),
      ...(before ? await takeTaskReminders(tx, 'before', before) : []),
    ];
    for (const { caseId, agency, task, email, dueOn } of due) {
      const link = `${casework.origin}/agency-cases/${caseId}/tasks?task=${task}`;
      await queueMail(tx, { recipient: email, agency, ...taskDueMail(link, dueOn) });
    }
    return due.length;
  });
}
