import { lockDueMail, markSent, markUnsent } from '@trailmark/store/cases/mail/delivery-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { createSmtpTransport, type MailTransport } from './smtp-transport.ts';

const SYSTEM = { kind: 'system' } as const;
const MINUTE = 60_000;
const FIRST_WAIT = MINUTE;
const LONGEST_WAIT = 60 * MINUTE;
/** With the waits above: about three days. */
const MAX_ATTEMPTS = 78;
/** Emails of one run; the next run continues. */
const BATCH = 50;
const MAX_ERROR = 300;

/** How long to wait after so many failed tries: a minute, doubled up to an hour. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT * 2 ** Math.min(attempts - 1, 10), LONGEST_WAIT);
}

/** One line of what went wrong; mail servers may say anything. */
function describeFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, MAX_ERROR);
}

/** Whether the server has refused this very email for good: a 5xx answer to it, and not to us (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** What became of the email that was due. */
type Delivery = 'none' | 'sent' | 'refused' | 'unreachable';

async function deliverOne(casework: CaseworkContext, transport: MailTransport): Promise<Delivery> {
  return casework.store.transact(SYSTEM, async (tx) => {
    const mail = await lockDueMail(tx, casework.now());
    if (!mail) return 'none';
    try {
      await transport.send(mail);
    } catch (error) {
      const attempts = mail.attempts + 1;
      const isOver = isRefusedForGood(error) || attempts >= MAX_ATTEMPTS;
      const next = isOver ? null : new Date(casework.now().getTime() + waitAfter(attempts));
      await markUnsent(tx, mail.id, { error: describeFailure(error), next });
      return isRefusedForGood(error) ? 'refused' : 'unreachable';
    }
    await markSent(tx, mail.id, casework.now());
    return 'sent';
  });
}

/**
 * Sends what is due, one email per transaction that holds its row: two workers never send the same one. An email that the
 * server took is sent again only where the database was lost between its answer and the commit. Returns how many were sent.
 */
export async function deliverDueMails(
  casework: CaseworkContext,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (let count = 0; count < BATCH && !signal.aborted; count += 1) {
    const delivery = await deliverOne(casework, transport);
    if (delivery === 'sent') sent += 1;
    // A server that does not answer is not tried again for each email.
    if (delivery === 'none' || delivery === 'unreachable') return sent;
  }
  return sent;
}

/** Sends what is due where a mail server is set; without one emails wait in the outbox for an administrator to read. */
export async function deliverMail(casework: CaseworkContext, signal: AbortSignal): Promise<void> {
  const { smtpUrl, contactEmail } = casework.settings;
  if (smtpUrl !== null) await deliverDueMails(casework, createSmtpTransport(smtpUrl, contactEmail), signal);
}
