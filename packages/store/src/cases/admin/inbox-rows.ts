import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

export type MessageStatus = 'new' | 'open' | 'done';

/** A message of the contact form as the inbox lists it: a stranger's text, cut short. */
export interface InboxRow {
  readonly id: string;
  readonly receivedAt: Date;
  readonly name: string;
  readonly email: string;
  readonly agency: string;
  readonly phone: string;
  readonly status: MessageStatus;
  readonly excerpt: string;
  readonly place: string;
}

const PLACE = sql`to_char(received_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') COLLATE "C"`;

/** A page of messages, newest first. */
export function listInbox(
  tx: Transaction,
  status: MessageStatus | undefined,
  page: { readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<InboxRow[]> {
  const conditions: Sql[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (page.after) conditions.push(sql`(${PLACE}, id) < (${page.after[0]}, ${page.after[1]}::uuid)`);
  return tx.list<InboxRow>(sql`
    SELECT id, received_at AS "receivedAt", name, email, agency, phone, status, left(message, 160) AS excerpt,
           ${PLACE} AS place
    FROM contact_message WHERE ${allOf(conditions)} ORDER BY place DESC, id DESC LIMIT ${page.limit}`);
}

/** How many messages are not done. */
export async function countOpenMessages(tx: Transaction): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM contact_message WHERE status <> 'done'`,
  );
  return count;
}

export interface HandledState {
  readonly status: MessageStatus;
  readonly note: string;
  readonly handledAt: Date | null;
}

/** How far a message is handled, locked until the transaction ends. */
export function lockMessage(tx: Transaction, id: string): Promise<HandledState | undefined> {
  return tx.find<HandledState>(
    sql`SELECT status, note, handled_at AS "handledAt" FROM contact_message WHERE id = ${id} FOR UPDATE`,
  );
}

/** Name of an account within the scope. */
export async function findAccountName(tx: Transaction, id: string): Promise<string | undefined> {
  return (await tx.find<{ name: string }>(sql`SELECT name FROM account WHERE id = ${id}`))?.name;
}
