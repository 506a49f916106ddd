import { AppError } from '@trailmark/core/errors';
import {
  cancelMail,
  countOutbox,
  findMailText,
  listOutbox,
  lockMail,
  type MailStatus,
  type OutboxFilter,
  requeueMail,
} from '@trailmark/store/cases/admin/outbox-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { decodePlace, toPage } from '../answers/page-cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { actLogged, conflict } from './reach.ts';

const LIST = 'mails';
/** What a link carries that opens an account: 43 characters of base64url, wherever they are in it. */
const LINK = /https?:\/\/\S*[\w-]{43}\S*/g;

function mailNotFound(): AppError {
  return new AppError('not-found', 'There is no such mail.');
}

const toText = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A page of the outbox, without texts. */
export function listMails(
  casework: CaseworkContext,
  caller: Caller,
  filter: OutboxFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
) {
  const after = decodePlace(LIST, page.cursor);
  return read(casework, caller, async (tx) => {
    const { rows, next } = toPage(LIST, await listOutbox(tx, filter, { after, limit: page.limit + 1 }), page.limit);
    const items = rows.map(({ place: _, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      nextAttemptAt: toText(row.nextAttemptAt),
      sentAt: toText(row.sentAt),
    }));
    return { items, next, counts: await countOutbox(tx), hasMailServer: casework.settings.smtpUrl !== null };
  });
}

/**
 * The text of an email. Its links would let whoever reads them into somebody's account, so they are shown only where no mail
 * server is set and a person has to hand them on.
 */
export function readMailText(casework: CaseworkContext, caller: Caller, id: string) {
  const shows = casework.settings.smtpUrl === null;
  return actLogged(casework, caller, { action: 'mail.read', object: { kind: 'mail', id } }, async (tx) => {
    const mail = await findMailText(tx, id);
    if (!mail) throw mailNotFound();
    const links = mail.body.match(LINK)?.length ?? 0;
    const body = shows ? mail.body : mail.body.replace(LINK, '[link not shown]');
    const details = { recipient: mail.recipient, subject: mail.subject, showsLinks: shows };
    return { answer: { body, withheldLinks: shows ? 0 : links }, details };
  });
}

interface MailChange {
  readonly action: string;
  readonly from: readonly MailStatus[];
  readonly to: MailStatus;
  readonly sentence: string;
  readonly apply: (tx: Transaction, id: string, now: Date) => Promise<void>;
}

async function changeMail(casework: CaseworkContext, caller: Caller, id: string, change: MailChange): Promise<void> {
  const { action, from, to, sentence, apply } = change;
  await actLogged(casework, caller, { action, object: { kind: 'mail', id } }, async (tx) => {
    const mail = await lockMail(tx, id);
    if (!mail) throw mailNotFound();
    if (!from.includes(mail.status)) conflict(sentence);
    await apply(tx, id, casework.now());
    const details = { recipient: mail.recipient, subject: mail.subject, from: mail.status, to };
    return { answer: undefined, details };
  });
}

/** Queues an email again that failed or was cancelled. */
export function retry(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  return changeMail(casework, caller, id, {
    action: 'mail.retry',
    from: ['failed', 'cancelled', 'queued'],
    to: 'queued',
    sentence: 'This mail was sent. It is not sent twice.',
    apply: requeueMail,
  });
}

/** Keeps an email from being sent. */
export function cancel(casework: CaseworkContext, caller: Caller, id: string): Promise<void> {
  return changeMail(casework, caller, id, {
    action: 'mail.cancel',
    from: ['queued', 'failed'],
    to: 'cancelled',
    sentence: 'This mail was sent or cancelled already.',
    apply: cancelMail,
  });
}
