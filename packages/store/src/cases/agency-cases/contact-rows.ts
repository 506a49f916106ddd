import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** A need-to-know case that names the same, and that one account may not see. */
export interface HiddenCaseRow {
  readonly id: string;
  readonly number: string;
  /** Owners who can be contacted. */
  readonly owners: readonly { readonly id: string; readonly email: string }[];
  /** What both name, at most ten. */
  readonly keys: readonly string[];
}

/**
 * Need-to-know cases of the agency that name something of this case and do not have this account as a member. Queried under the
 * scope of the server: a sealed case is never among them, nor touched.
 */
export function listHiddenOverlaps(tx: Transaction, caseId: string, account: string): Promise<HiddenCaseRow[]> {
  return tx.list<HiddenCaseRow>(sql`
    SELECT c.id, c.number, (array_agg(DISTINCT j.key))[1:10] AS keys,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email)) FROM case_member m
             JOIN account a ON a.id = m.account_id WHERE m.case_id = c.id AND m.role = 'owner'), '[]') AS owners
    FROM case_identifier i
    JOIN case_identifier j ON j.agency_id = i.agency_id AND j.key = i.key AND j.case_id <> i.case_id
      AND NOT j.is_sealed
    JOIN agency_case c ON c.id = j.case_id
    WHERE i.case_id = ${caseId} AND c.policy = 'need-to-know' AND NOT ${account}::uuid = ANY (c.readers)
    GROUP BY c.id ORDER BY c.number LIMIT 20`);
}

export interface ContactRow {
  readonly id: string;
  readonly caseId: string;
  readonly agency: string;
  readonly askerId: string;
}

const CONTACT = sql`SELECT id, case_id AS "caseId", agency_id AS agency, asker_id AS "askerId" FROM case_contact`;

export function findContact(tx: Transaction, caseId: string, asker: string): Promise<ContactRow | undefined> {
  return tx.find<ContactRow>(sql`${CONTACT} WHERE case_id = ${caseId} AND asker_id = ${asker}`);
}

export async function insertContact(
  tx: Transaction,
  { id, caseId, agency, askerId, at }: ContactRow & { readonly at: Date },
): Promise<void> {
  await tx.run(sql`INSERT INTO case_contact (id, case_id, agency_id, asker_id, at)
    VALUES (${id}, ${caseId}, ${agency}, ${askerId}, ${at})`);
}

export type ContactState = 'open' | 'revealed' | 'declined';

/** A thread as seen by the case that it is about. */
export interface ContactSideRow {
  readonly id: string;
  readonly contactId: string;
  readonly asker: string;
  readonly keys: readonly string[];
  /** The case of who wrote, where the reader sees it. */
  readonly about: { readonly id: string; readonly number: string; readonly title: string } | null;
  readonly state: ContactState;
  readonly at: Date;
}

const SIDE = sql`
  SELECT s.id, s.contact_id AS "contactId", coalesce(a.name, 'Former account') AS asker, s.keys,
         seen_case_name(s.about ->> 'id') AS about, s.state, s.at
  FROM case_contact_side s LEFT JOIN account a ON a.id = s.asker_id`;

export function listContactSides(tx: Transaction, caseId: string, limit: number): Promise<ContactSideRow[]> {
  return tx.list<ContactSideRow>(sql`${SIDE} WHERE s.case_id = ${caseId} ORDER BY s.at DESC, s.id LIMIT ${limit}`);
}

export function findContactSide(tx: Transaction, caseId: string, id: string): Promise<ContactSideRow | undefined> {
  return tx.find<ContactSideRow>(sql`${SIDE} WHERE s.case_id = ${caseId} AND s.id = ${id}`);
}

export interface NewContactSide {
  readonly id: string;
  readonly contactId: string;
  readonly caseId: string;
  readonly agency: string;
  readonly askerId: string;
  readonly keys: readonly string[];
  /** Id of the case of who wrote, where its policy is open. */
  readonly about: string | null;
  readonly at: Date;
}

/** Adds a side, or leaves the one that is there. Returns its state. */
export async function putContactSide(tx: Transaction, side: NewContactSide): Promise<ContactState> {
  const { id, contactId, caseId, agency, askerId, keys, about, at } = side;
  await tx.run(sql`
    INSERT INTO case_contact_side (id, contact_id, case_id, agency_id, asker_id, keys, about, at)
    VALUES (${id}, ${contactId}, ${caseId}, ${agency}, ${askerId}, ${JSON.stringify(keys)}, ${about && JSON.stringify({ id: about })}, ${at})
    ON CONFLICT (contact_id, case_id) DO NOTHING`);
  const row = await tx.find<{ state: ContactState }>(
    sql`SELECT state FROM case_contact_side WHERE contact_id = ${contactId} AND case_id = ${caseId}`,
  );
  return row?.state ?? 'open';
}

export async function updateContactSide(tx: Transaction, id: string, state: ContactState): Promise<void> {
  await tx.run(sql`UPDATE case_contact_side SET state = ${state} WHERE id = ${id}`);
}

export interface ContactMessageRow {
  readonly id: string;
  readonly sideId: string | null;
  readonly kind: 'ask' | 'reply' | 'reveal' | 'decline';
  readonly text: string;
  readonly at: Date;
}

/** Messages of a thread, the first first, as far as the reader may see them. */
export function listContactMessages(tx: Transaction, contactId: string): Promise<ContactMessageRow[]> {
  return tx.list<ContactMessageRow>(sql`SELECT id, side_id AS "sideId", kind, text, at FROM case_contact_message
    WHERE contact_id = ${contactId} ORDER BY at, id LIMIT 500`);
}

export async function insertContactMessage(
  tx: Transaction,
  { contactId, agency, ...row }: ContactMessageRow & { readonly contactId: string; readonly agency: string },
): Promise<void> {
  await tx.run(sql`INSERT INTO case_contact_message (id, agency_id, contact_id, side_id, kind, text, at)
    VALUES (${row.id}, ${agency}, ${contactId}, ${row.sideId}, ${row.kind}, ${row.text}, ${row.at})`);
}

export interface AskerRow extends ContactRow {
  readonly email: string;
}

/** Whom an answer goes to. Queried under the scope of the server: the requesting case may be hidden from whoever answers. */
export function findAsker(tx: Transaction, contactId: string): Promise<AskerRow | undefined> {
  return tx.find<AskerRow>(sql`
    SELECT t.id, t.case_id AS "caseId", t.agency_id AS agency, t.asker_id AS "askerId", a.email
    FROM case_contact t JOIN account a ON a.id = t.asker_id WHERE t.id = ${contactId}`);
}

/** Threads of a case that the reader has a part in. */
export async function countContacts(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM case_contact WHERE case_id = ${caseId})
         + (SELECT count(*) FROM case_contact_side WHERE case_id = ${caseId}) AS count`);
  return count;
}
