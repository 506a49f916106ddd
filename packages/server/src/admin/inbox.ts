import { AppError } from '@trailmark/core/errors';
import {
  countOpenMessages,
  findAccountName,
  type InboxRow,
  listInbox,
  lockMessage,
  type MessageStatus,
} from '@trailmark/store/cases/admin/inbox-rows';
import { findContactMessage, updateContactMessage } from '@trailmark/store/cases/contact/contact-rows';
import { decodePlace, toPage } from '../answers/page-cursor.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { readPlainText } from './plain-text.ts';
import { actLogged, conflict } from './reach.ts';

const LIST = 'contact';

function messageNotFound(): AppError {
  return new AppError('not-found', 'There is no such message.');
}

function toMessage({ place: _, receivedAt, ...row }: InboxRow) {
  return { ...row, at: receivedAt.toISOString() };
}

/** A page of the messages that strangers sent. */
export function listMessages(
  casework: CaseworkContext,
  caller: Caller,
  status: MessageStatus | undefined,
  page: { readonly cursor: string | undefined; readonly limit: number },
) {
  const after = decodePlace(LIST, page.cursor);
  return read(casework, caller, async (tx) => {
    const { rows, next } = toPage(LIST, await listInbox(tx, status, { after, limit: page.limit + 1 }), page.limit);
    return { items: rows.map(toMessage), next, open: await countOpenMessages(tx) };
  });
}

/** One message whole. */
export function getMessage(casework: CaseworkContext, caller: Caller, id: string) {
  return read(casework, caller, async (tx) => {
    const row = await findContactMessage(tx, id);
    if (!row) throw messageNotFound();
    const { receivedAt, handledAt, handledBy, ...rest } = row;
    const name = handledBy === null ? null : ((await findAccountName(tx, handledBy)) ?? null);
    return {
      ...rest,
      at: receivedAt.toISOString(),
      excerpt: row.message.slice(0, 160),
      handledAt: handledAt?.toISOString() ?? null,
      handledBy: name,
    };
  });
}

export interface MessageChange {
  readonly status: MessageStatus;
  readonly note: string;
  readonly seen: string | null;
}

/** Sets how far a message is handled, unless somebody else did since it was read. */
export async function handleMessage(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  change: MessageChange,
): Promise<void> {
  const rule = { field: 'note', min: 0, max: 4_000, sentence: 'A note has at most 4,000 characters.', hasLines: true };
  const note = readPlainText(change.note, rule);
  const action = 'contact-message.update';
  const object = { kind: 'contact-message', id };
  await actLogged(casework, caller, { action, object }, async (tx) => {
    const before = await lockMessage(tx, id);
    if (!before) throw messageNotFound();
    if ((before.handledAt?.toISOString() ?? null) !== change.seen) {
      conflict('Another administrator changed this message meanwhile. Load it again; your note is still in the field.');
    }
    const by = caller.account?.id ?? '';
    await updateContactMessage(tx, id, { status: change.status, note, by, at: casework.now() });
    const details = { from: before.status, to: change.status, noteChanged: before.note !== note };
    return { answer: undefined, details };
  });
}
