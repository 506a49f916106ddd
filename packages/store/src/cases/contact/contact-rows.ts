import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A message of the public contact form, as it was typed. */
export interface NewContactMessage {
  readonly name: string;
  readonly email: string;
  readonly agency: string;
  readonly phone: string;
  readonly message: string;
  /** The form it came from. */
  readonly origin: string;
  /** IP address it came from. */
  readonly source: string;
}

export interface ContactMessageRow extends NewContactMessage {
  readonly id: string;
  readonly receivedAt: Date;
  readonly status: 'new' | 'open' | 'done';
  readonly note: string;
  readonly handledBy: string | null;
  readonly handledAt: Date | null;
}

/** Keeps a message under an id that the caller made: a writer that may not read gets none back. */
export async function insertContactMessage(
  tx: Transaction,
  id: string,
  message: NewContactMessage,
  receivedAt: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO contact_message (id, received_at, name, email, agency, phone, message, origin, source)
    VALUES (${id}, ${receivedAt}, ${message.name}, ${message.email}, ${message.agency}, ${message.phone},
            ${message.message}, ${message.origin}, ${message.source})`);
}

const COLUMNS = sql`
  SELECT id, received_at AS "receivedAt", name, email, agency, phone, message, origin, source, status, note,
         handled_by AS "handledBy", handled_at AS "handledAt"
  FROM contact_message`;

/** Messages from before a place in the list, newest first. */
export function listContactMessages(
  tx: Transaction,
  page: { readonly before?: { readonly at: Date; readonly id: string } | undefined; readonly limit: number },
): Promise<ContactMessageRow[]> {
  const from = page.before ? sql`(received_at, id) < (${page.before.at}, ${page.before.id})` : sql`true`;
  return tx.list<ContactMessageRow>(
    sql`${COLUMNS} WHERE ${from} ORDER BY received_at DESC, id DESC LIMIT ${page.limit}`,
  );
}

export function findContactMessage(tx: Transaction, id: string): Promise<ContactMessageRow | undefined> {
  return tx.find<ContactMessageRow>(sql`${COLUMNS} WHERE id = ${id}`);
}

/** Notes how far a message was handled, and by whom. False for an unknown id. */
export async function updateContactMessage(
  tx: Transaction,
  id: string,
  change: {
    readonly status: ContactMessageRow['status'];
    readonly note: string;
    readonly by: string;
    readonly at: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      UPDATE contact_message
      SET status = ${change.status}, note = ${change.note}, handled_by = ${change.by}, handled_at = ${change.at}
      WHERE id = ${id}`)) === 1
  );
}
