import type { Transaction } from '../casework.ts';
import { type Sql, sql } from '../sql.ts';

/** A note as the list shows it. */
export interface NoteRow {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly changedAt: Date;
  readonly changedBy: string;
  /** Characters of the last version. */
  readonly size: number;
  /** Other texts that wait for their writers' decision. */
  readonly kept: number;
}

/** An address or a transaction in a text. */
export interface NoteLink {
  /** As written in the text. */
  readonly text: string;
  readonly kind: 'address' | 'transaction';
  readonly chain: string;
  /** In its one spelling. */
  readonly id: string;
}

/** One saved text. */
export interface NoteVersionRow {
  readonly id: string;
  readonly number: number | null;
  readonly madeFrom: number | null;
  readonly title: string;
  readonly text: string;
  readonly links: readonly NoteLink[];
  readonly savedAt: Date;
  readonly savedBy: string;
  readonly savedById: string;
}

const FORMER = 'Former account';
const NOTE = sql`
  SELECT n.id, n.number, n.title, n.version, n.created_at AS "createdAt", coalesce(c.name, ${FORMER}) AS "createdBy",
         n.changed_at AS "changedAt", coalesce(e.name, ${FORMER}) AS "changedBy", char_length(v.text) AS size,
         (SELECT count(*) FROM case_note_version k
          WHERE k.case_id = n.case_id AND k.note_id = n.id AND k.number IS NULL AND k.settled_at IS NULL) AS kept
  FROM case_note n JOIN case_note_version v ON v.note_id = n.id AND v.number = n.version
  LEFT JOIN account c ON c.id = n.created_by LEFT JOIN account e ON e.id = n.changed_by`;

/** The last changed first. */
export function listNotes(tx: Transaction, caseId: string, limit: number): Promise<NoteRow[]> {
  return tx.list<NoteRow>(sql`${NOTE} WHERE n.case_id = ${caseId} ORDER BY n.changed_at DESC, n.id LIMIT ${limit}`);
}

export function findNote(tx: Transaction, caseId: string, note: string): Promise<NoteRow | undefined> {
  return tx.find<NoteRow>(sql`${NOTE} WHERE n.case_id = ${caseId} AND n.id = ${note}`);
}

export async function countNotes(tx: Transaction, caseId: string): Promise<number> {
  const { count } = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM case_note WHERE case_id = ${caseId}`,
  );
  return count;
}

export interface NoteWrite {
  readonly note: string;
  readonly caseId: string;
  readonly agency: string;
  readonly title: string;
  readonly by: string;
  readonly at: Date;
}

/** A note without a version: one is inserted in the same transaction. The number is taken while the case is locked. */
export async function insertNote(tx: Transaction, { note, caseId, agency, title, by, at }: NoteWrite): Promise<void> {
  await tx.run(sql`
    INSERT INTO case_note (id, case_id, agency_id, number, title, created_at, created_by, changed_at, changed_by)
    SELECT ${note}, ${caseId}, ${agency}, coalesce(max(number), 0) + 1, ${title}, ${at}::timestamptz, ${by}::uuid,
           ${at}::timestamptz, ${by}::uuid
    FROM case_note WHERE case_id = ${caseId}`);
}

/** The note has a new last version. */
export async function updateNote(tx: Transaction, { note, title, by, at }: NoteWrite, version: number): Promise<void> {
  await tx.run(sql`UPDATE case_note SET title = ${title}, version = ${version}, changed_at = ${at}, changed_by = ${by}
    WHERE id = ${note}`);
}

export interface NewNoteVersion extends NoteWrite {
  readonly id: string;
  /** Null for a text that is kept next to the versions. */
  readonly number: number | null;
  readonly madeFrom: number | null;
  readonly text: string;
  readonly links: readonly NoteLink[];
}

export async function insertNoteVersion(tx: Transaction, given: NewNoteVersion): Promise<void> {
  const { id, note, caseId, agency, number, madeFrom, title, text, links, at, by } = given;
  await tx.run(sql`
    INSERT INTO case_note_version (id, note_id, case_id, agency_id, number, made_from, title, text, links, saved_at, saved_by)
    VALUES (${id}, ${note}, ${caseId}, ${agency}, ${number}, ${madeFrom}, ${title}, ${text}, ${JSON.stringify(links)}, ${at}, ${by})`);
}

const VERSION = sql`
  SELECT v.id, v.number, v.made_from AS "madeFrom", v.title, v.text, v.links, v.saved_at AS "savedAt",
         coalesce(a.name, ${FORMER}) AS "savedBy", v.saved_by AS "savedById"
  FROM case_note_version v LEFT JOIN account a ON a.id = v.saved_by`;

const ofNote = (caseId: string, note: string): Sql => sql`v.case_id = ${caseId} AND v.note_id = ${note}`;

export function findNoteVersion(
  tx: Transaction,
  caseId: string,
  note: string,
  number: number,
): Promise<NoteVersionRow | undefined> {
  return tx.find<NoteVersionRow>(sql`${VERSION} WHERE ${ofNote(caseId, note)} AND v.number = ${number}`);
}

/** Texts that wait for a decision, the first kept first. */
export function listKeptTexts(tx: Transaction, caseId: string, note: string): Promise<NoteVersionRow[]> {
  return tx.list<NoteVersionRow>(sql`${VERSION} WHERE ${ofNote(caseId, note)} AND v.number IS NULL AND v.settled_at IS NULL
    ORDER BY v.saved_at, v.id LIMIT 50`);
}

/** False where it was settled before, or is no other text of this note. */
export async function settleKeptText(
  tx: Transaction,
  {
    caseId,
    note,
    kept,
    by,
    at,
  }: { readonly caseId: string; readonly note: string; readonly kept: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`UPDATE case_note_version v SET settled_at = ${at}, settled_by = ${by}
    WHERE ${ofNote(caseId, note)} AND v.id = ${kept} AND v.number IS NULL AND v.settled_at IS NULL`);
  return count === 1;
}

/** A version as the list of versions shows it. */
export interface NoteVersionLine {
  readonly number: number;
  readonly madeFrom: number | null;
  readonly savedAt: Date;
  readonly savedBy: string;
  readonly size: number;
}

/** The last first, those below a number. */
export function listNoteVersions(
  tx: Transaction,
  caseId: string,
  note: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<NoteVersionLine[]> {
  return tx.list<NoteVersionLine>(sql`
    SELECT v.number, v.made_from AS "madeFrom", v.saved_at AS "savedAt", coalesce(a.name, ${FORMER}) AS "savedBy",
           char_length(v.text) AS size
    FROM case_note_version v LEFT JOIN account a ON a.id = v.saved_by
    WHERE ${ofNote(caseId, note)} AND v.number IS NOT NULL AND ${before === undefined ? sql`true` : sql`v.number < ${before}`}
    ORDER BY v.number DESC LIMIT ${limit}`);
}
