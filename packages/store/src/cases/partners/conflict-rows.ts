import type { Transaction } from '../casework.ts';
import type { Outcome } from '../deconfliction/conflict-rows.ts';
import type { Grade } from '../deconfliction/interest-rows.ts';
import { sql } from '../sql.ts';

// Everything here needs the system's scope.

export interface PartnerConflictRow {
  readonly rowId: string;
  /** The same on both sides. */
  readonly id: string;
  readonly interest: string;
  readonly partner: string;
  readonly partnerName: string;
  readonly grade: Grade;
  readonly ownTags: Buffer[];
  readonly theirRef: Buffer | null;
  readonly ownStep: number;
  readonly otherStep: number;
  readonly released: number;
  readonly ownOutcome: Outcome | null;
  readonly otherOutcome: Outcome | null;
  readonly other: Buffer | null;
  readonly isSilent: boolean;
  readonly at: Date;
  readonly firstMessageAt: Date | null;
}

const SELECT = sql`
  SELECT c.row_id AS "rowId", c.id, c.interest_id AS interest, c.partner_id AS partner, p.name AS "partnerName", c.grade,
         c.own_tags AS "ownTags", c.their_ref AS "theirRef", c.own_step AS "ownStep", c.other_step AS "otherStep", c.released, c.own_outcome AS "ownOutcome",
         c.other_outcome AS "otherOutcome", c.other, c.is_silent AS "isSilent", c.at, c.first_message_at AS "firstMessageAt"
  FROM partner_conflict c JOIN partner p ON p.id = c.partner_id`;

export interface NewPartnerConflict {
  readonly rowId: string;
  readonly id: string;
  readonly interest: string;
  readonly partner: string;
  readonly grade: Grade;
  readonly ownTags: readonly Buffer[];
  readonly ownStep: number;
  readonly otherStep: number;
  readonly isSilent: boolean;
  readonly at: Date;
}

export async function insertPartnerConflict(tx: Transaction, row: NewPartnerConflict): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_conflict (row_id, id, interest_id, partner_id, grade, own_tags, own_step, other_step, is_silent, at)
    VALUES (${row.rowId}, ${row.id}, ${row.interest}, ${row.partner}, ${row.grade}, ${[...row.ownTags]}::bytea[], ${row.ownStep},
      ${row.otherStep}, ${row.isSilent}, ${row.at})`);
}

export function listPartnerConflicts(tx: Transaction, interest: string): Promise<PartnerConflictRow[]> {
  return tx.list<PartnerConflictRow>(
    sql`${SELECT} WHERE c.interest_id = ${interest} ORDER BY c.at DESC, c.row_id LIMIT 100`,
  );
}

/** The conflict of an interest with a partner that rests on one of these identifiers already. */
export function findOverlapping(
  tx: Transaction,
  { interest, partner }: { readonly interest: string; readonly partner: string },
  ownTags: readonly Buffer[],
): Promise<PartnerConflictRow | undefined> {
  return tx.find<PartnerConflictRow>(sql`
    ${SELECT} WHERE c.interest_id = ${interest} AND c.partner_id = ${partner} AND c.own_tags && ${[...ownTags]}::bytea[]
    ORDER BY c.at, c.row_id LIMIT 1 FOR UPDATE OF c`);
}

/** The conflict of an interest with the interest of a partner of this name; or one found here, whose other side was not heard yet. */
export function findMet(
  tx: Transaction,
  { interest, partner, ref }: { readonly interest: string; readonly partner: string; readonly ref: Buffer },
  ownTags: readonly Buffer[],
): Promise<PartnerConflictRow | undefined> {
  return tx.find<PartnerConflictRow>(sql`
    ${SELECT} WHERE c.interest_id = ${interest} AND c.partner_id = ${partner}
      AND (c.their_ref = ${ref} OR (c.their_ref IS NULL AND c.own_tags && ${[...ownTags]}::bytea[]))
    ORDER BY c.their_ref IS NULL, c.at, c.row_id LIMIT 1 FOR UPDATE OF c`);
}

/** Rows of one conflict: one for each interest here that it names. */
export function lockPartnerConflicts(tx: Transaction, partner: string, id: string): Promise<PartnerConflictRow[]> {
  return tx.list<PartnerConflictRow>(
    sql`${SELECT} WHERE c.partner_id = ${partner} AND c.id = ${id} ORDER BY c.at, c.row_id FOR UPDATE OF c`,
  );
}

export function lockPartnerConflict(tx: Transaction, rowId: string): Promise<PartnerConflictRow | undefined> {
  return tx.find<PartnerConflictRow>(sql`${SELECT} WHERE c.row_id = ${rowId} FOR UPDATE OF c`);
}

/** Both sides found the same at once: they continue under one id. An id that another conflict of the interest has changes nothing. */
export async function renameConflict(tx: Transaction, rowId: string, id: string): Promise<void> {
  await tx.run(sql`
    UPDATE partner_conflict c SET id = ${id} WHERE row_id = ${rowId} AND NOT EXISTS (
      SELECT 1 FROM partner_conflict o WHERE o.partner_id = c.partner_id AND o.interest_id = c.interest_id AND o.id = ${id})`);
}

export async function setPartnerConflict(
  tx: Transaction,
  row: Pick<
    PartnerConflictRow,
    'rowId' | 'theirRef' | 'ownStep' | 'otherStep' | 'released' | 'ownOutcome' | 'otherOutcome' | 'other'
  >,
): Promise<void> {
  await tx.run(sql`
    UPDATE partner_conflict SET own_step = ${row.ownStep}, other_step = ${row.otherStep}, released = ${row.released},
      own_outcome = ${row.ownOutcome}, other_outcome = ${row.otherOutcome}, other = ${row.other}, their_ref = ${row.theirRef} WHERE row_id = ${row.rowId}`);
}

export interface PartnerMessageRow {
  readonly side: 'own' | 'other' | 'server';
  readonly sealed: Buffer;
  readonly at: Date;
  readonly isWaiting: boolean;
}

export async function insertPartnerMessage(
  tx: Transaction,
  rowId: string,
  { side, sealed, event, at }: Pick<PartnerMessageRow, 'side' | 'sealed' | 'at'> & { readonly event: string | null },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_message (conflict_row, side, sealed, event_id, at) VALUES (${rowId}, ${side}, ${sealed}, ${event}, ${at})`);
  await tx.run(sql`
    UPDATE partner_conflict SET first_message_at = coalesce(first_message_at, ${at}) WHERE row_id = ${rowId} AND ${side !== 'server'}`);
}

export function listPartnerMessages(tx: Transaction, rowId: string): Promise<PartnerMessageRow[]> {
  return tx.list<PartnerMessageRow>(sql`
    SELECT m.side, m.sealed, m.at, (e.id IS NOT NULL AND e.sent_at IS NULL) AS "isWaiting"
    FROM partner_message m LEFT JOIN partner_event e ON e.id = m.event_id
    WHERE m.conflict_row = ${rowId} ORDER BY m.id LIMIT 500`);
}

export interface PartnerEventRow {
  readonly id: string;
  readonly conflictRow: string;
  readonly sealed: Buffer;
}

export interface WaitingEventRow extends PartnerEventRow {
  /** The id that both sides know the conflict by now. */
  readonly conflict: string;
}

export async function insertPartnerEvent(
  tx: Transaction,
  row: PartnerEventRow & { readonly partner: string; readonly at: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_event (id, partner_id, conflict_row, sealed, at)
    VALUES (${row.id}, ${row.partner}, ${row.conflictRow}, ${row.sealed}, ${row.at})`);
}

/** What waits for a partner, in the order in which it was written. */
export function listWaitingEvents(tx: Transaction, partner: string, limit: number): Promise<WaitingEventRow[]> {
  return tx.list<WaitingEventRow>(sql`
    SELECT e.id, e.conflict_row AS "conflictRow", e.sealed, c.id AS conflict
    FROM partner_event e JOIN partner_conflict c ON c.row_id = e.conflict_row
    WHERE e.partner_id = ${partner} AND e.sent_at IS NULL ORDER BY e.seq LIMIT ${limit}`);
}

export async function settleEvents(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`UPDATE partner_event SET sent_at = ${at} WHERE id = ANY (${[...ids]}::uuid[])`);
}

export interface PartnerConflictHead {
  readonly interest: string;
  readonly isSilent: boolean;
  readonly at: Date;
  readonly firstMessageAt: Date | null;
}

/** Conflicts with partners of many interests, as a list counts them. */
export function listPartnerHeads(tx: Transaction, interests: readonly string[]): Promise<PartnerConflictHead[]> {
  return tx.list<PartnerConflictHead>(sql`
    SELECT interest_id AS interest, is_silent AS "isSilent", at, first_message_at AS "firstMessageAt"
    FROM partner_conflict WHERE interest_id = ANY (${[...interests]}::uuid[])`);
}
