import type { Transaction } from '@trailmark/store/cases/casework';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

export interface TicketNotice {
  readonly ticket: string;
  readonly agency: string;
  readonly kind: 'new' | 'reply' | 'solved' | 'opened';
}

const SUBJECTS: Readonly<Record<TicketNotice['kind'], string>> = {
  new: 'A support ticket was opened',
  reply: 'A support ticket has a new answer',
  solved: 'A support ticket was marked as solved',
  opened: 'A support ticket was opened again',
};

/** Notifies people of a ticket by email: that there is something, and where. What was written stays on the server. */
export async function queueTicketMail(
  tx: Transaction,
  casework: CaseworkContext,
  recipients: readonly string[],
  { ticket, agency, kind }: TicketNotice,
): Promise<void> {
  const subject = SUBJECTS[kind];
  const body = `${subject}. It can be read on the server after signing in:\n\n${casework.origin}/support/${ticket}\n`;
  for (const recipient of recipients)
    await queueMail(tx, { recipient, subject: `Trailmark: ${subject}`, body, agency });
}
