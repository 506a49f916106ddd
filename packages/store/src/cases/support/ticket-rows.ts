import type { Transaction } from '../casework.ts';
import { allOf, type Sql, sql } from '../sql.ts';

export interface NewTicket {
  readonly agencyId: string;
  readonly accountId: string;
  readonly key: string;
  readonly category: string;
  readonly severity: string;
  readonly tool: string | null;
  readonly subject: string;
  readonly diagnostics: string | null;
  readonly at: Date;
}

export interface TicketRow<Category extends string = string> {
  readonly id: string;
  readonly agencyId: string;
  readonly accountId: string;
  readonly subject: string;
  readonly category: Category;
  readonly severity: string;
  readonly tool: string | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly messageCount: number;
  readonly author: string;
  readonly email: string;
  readonly agency: string;
}

export interface TicketMessageRow {
  readonly id: string;
  readonly accountId: string;
  readonly at: Date;
  readonly text: string;
  readonly isAdmin: boolean;
  /** Null where the scope may not see the account. */
  readonly author: string | null;
}

/** Which tickets: an account's own, or all the scope may see. */
export interface TicketFilter {
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
}

const SELECT = sql`
  SELECT t.id, t.agency_id AS "agencyId", t.account_id AS "accountId", t.subject, t.category, t.severity, t.tool,
         t.status, t.created_at AS "createdAt", t.changed_at AS "changedAt", a.name AS author, a.email, g.name AS agency,
         (SELECT count(*) FROM support_message m WHERE m.ticket_id = t.id) AS "messageCount"
  FROM support_ticket t JOIN account a ON a.id = t.account_id JOIN agency g ON g.id = t.agency_id`;

function toCondition({ accountId, status }: TicketFilter): Sql {
  return allOf([
    ...(accountId === undefined ? [] : [sql`t.account_id = ${accountId}`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
  ]);
}

/** Keeps a ticket unless the account sent the same key before; gives its id and whether it is new. */
export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<{ id: string; isNew: boolean }> {
  const { agencyId, accountId, key, category, severity, tool, subject, diagnostics, at } = ticket;
  const made = await tx.find<{ id: string }>(sql`
    INSERT INTO support_ticket (agency_id, account_id, key, category, severity, tool, subject, diagnostics, created_at, changed_at)
    VALUES (${agencyId}, ${accountId}, ${key}, ${category}, ${severity}, ${tool}, ${subject}, ${diagnostics}, ${at}, ${at})
    ON CONFLICT (account_id, key) DO NOTHING RETURNING id`);
  if (made) return { id: made.id, isNew: true };
  const known = await tx.find<{ id: string }>(
    sql`SELECT id FROM support_ticket WHERE account_id = ${accountId} AND key = ${key}`,
  );
  return { id: known?.id ?? '', isNew: false };
}

export interface NewTicketMessage {
  readonly ticketId: string;
  readonly agencyId: string;
  readonly accountId: string;
  readonly key: string;
  readonly isAdmin: boolean;
  readonly at: Date;
  readonly text: string;
}

/** False where the same key was kept before. */
export async function insertTicketMessage(tx: Transaction, message: NewTicketMessage): Promise<boolean> {
  const { ticketId, agencyId, accountId, key, isAdmin, at, text } = message;
  const count = await tx.run(sql`
    INSERT INTO support_message (ticket_id, agency_id, account_id, key, is_admin, at, text)
    VALUES (${ticketId}, ${agencyId}, ${accountId}, ${key}, ${isAdmin}, ${at}, ${text})
    ON CONFLICT (ticket_id, account_id, key) DO NOTHING`);
  return count > 0;
}

/** Last changed first. */
export function listTickets(tx: Transaction, filter: TicketFilter, limit: number): Promise<TicketRow[]> {
  return tx.list<TicketRow>(
    sql`${SELECT} WHERE ${toCondition(filter)} ORDER BY t.changed_at DESC, t.id LIMIT ${limit}`,
  );
}

export async function countTickets(tx: Transaction, filter: TicketFilter): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM support_ticket t WHERE ${toCondition(filter)}`,
  );
  return count;
}

/** A ticket the scope may see, and with `accountId` only one of that account. */
export function findTicket(tx: Transaction, id: string, accountId?: string): Promise<TicketRow | undefined> {
  return tx.find<TicketRow>(sql`${SELECT} WHERE t.id = ${id} AND ${toCondition({ accountId })}`);
}

export async function findDiagnostics(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.find<{ diagnostics: string | null }>(
    sql`SELECT diagnostics FROM support_ticket WHERE id = ${id}`,
  );
  return row?.diagnostics ?? null;
}

/** Oldest first. */
export function listTicketMessages(tx: Transaction, ticketId: string): Promise<TicketMessageRow[]> {
  return tx.list<TicketMessageRow>(sql`
    SELECT m.id, m.account_id AS "accountId", m.at, m.text, m.is_admin AS "isAdmin", a.name AS author
    FROM support_message m LEFT JOIN account a ON a.id = m.account_id
    WHERE m.ticket_id = ${ticketId} ORDER BY m.number LIMIT 500`);
}

export async function updateTicketStatus(tx: Transaction, id: string, status: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE support_ticket SET status = ${status}, changed_at = ${at} WHERE id = ${id}`);
}

/** Messages of an account since a time, in every thread. */
export async function countMessagesSince(tx: Transaction, accountId: string, since: Date): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM support_message WHERE account_id = ${accountId} AND at > ${since}`,
  );
  return count;
}

/** Email of whoever answers tickets of an agency: its administrators and those of the installation. Needs the system's scope. */
export async function listSupportContacts(tx: Transaction, agencyId: string): Promise<string[]> {
  const rows = await tx.list<{ email: string }>(sql`
    SELECT email FROM account
    WHERE status = 'active' AND (role = 'platform-admin' OR (role = 'agency-admin' AND agency_id = ${agencyId}))
    ORDER BY role, email LIMIT 20`);
  return rows.map(({ email }) => email);
}
