import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '../casework.ts';
import type { Sql } from '../sql.ts';

/** A row as JSON has it: names of columns and their values. Bytes are `\x` and hexadecimal digits. */
export type FileRow = Readonly<Record<string, unknown>>;

interface CaseTable {
  readonly name: string;
  /** Columns that give the rows one order in every installation: never ids. */
  readonly order: string;
  /** What belongs to the installation and not to the case. */
  readonly omit?: readonly string[];
  /** Numbers larger than JSON programs read exactly: in a file they are text. */
  readonly exact?: readonly string[];
}

/**
 * The tables of a case that travel in a file, in an order in which they can be written. A newcomer is a line here. Members, notices,
 * holds and purges stay where they were made.
 */
export const CASE_FILE_TABLES: readonly CaseTable[] = [
  { name: 'case_item', order: 'number' },
  { name: 'case_money', order: 'position', omit: ['position'], exact: ['amount', 'usd'] },
  // Personal data are encrypted for this case and opened for a reason: they do not travel.
  { name: 'case_person', order: 'letter, number', omit: ['personal'] },
  { name: 'case_link', order: 'position', omit: ['position'] },
  { name: 'case_label', order: 'position', omit: ['position'] },
  { name: 'case_task', order: 'number' },
  { name: 'case_reported_event', order: 'number' },
  { name: 'case_note', order: 'number' },
  {
    name: 'case_note_version',
    order: '(SELECT n.number FROM case_note n WHERE n.id = note_id), number NULLS LAST, saved_at, text',
  },
  { name: 'case_authority', order: 'from_day, number, type, to_day, added_at' },
  { name: 'case_authority_need', order: 'version' },
  { name: 'case_source', order: 'source_id, allowed_at' },
  { name: 'case_request', order: 'number' },
  { name: 'case_request_step', order: 'position', omit: ['position'] },
  { name: 'case_request_asset', order: 'position', omit: ['position'], exact: ['amount'] },
  { name: 'case_comment', order: 'number' },
  { name: 'case_identifier', order: 'key', omit: ['is_sealed'] },
  { name: 'case_text', order: 'kind, text', omit: ['is_sealed'] },
];

/** The head of a case as a file has it; number, key and sums belong to the installation. */
const HEAD_COLUMNS =
  'title, reference, type, status, priority, unit, deadline, statements, fields, opened_at, closed_at, tags';

/** The names come from the list above, never from a request. */
function statement(text: string, values: readonly unknown[]): Sql {
  return { text, values };
}

export async function readFileHead(tx: Transaction, caseId: string): Promise<FileRow> {
  const row = await tx.find<{ row: FileRow }>(
    statement(`SELECT to_jsonb(h) AS row FROM (SELECT ${HEAD_COLUMNS} FROM agency_case WHERE id = $1) AS h`, [caseId]),
  );
  const { tags, ...head } = row?.row ?? {};
  // Files from before there were tags have the same content, and so the same root.
  return Array.isArray(tags) && tags.length > 0 ? { ...head, tags } : head;
}

export async function readFileRows(
  tx: Transaction,
  { name, order, omit = [], exact = [] }: CaseTable,
  caseId: string,
): Promise<FileRow[]> {
  const gone = ['case_id', 'agency_id', ...omit];
  const texts = exact.map((column) => ` || jsonb_build_object('${column}', ${column}::text)`).join('');
  const rows = await tx.list<{ row: FileRow }>(
    statement(`SELECT (to_jsonb(t) - $2::text[])${texts} AS row FROM ${name} t WHERE case_id = $1 ORDER BY ${order}`, [
      caseId,
      gone,
    ]),
  );
  return rows.map(({ row }) => row);
}

/** Columns that can be written: those the database does not make itself. */
async function listColumns(tx: Transaction, { name, omit = [] }: CaseTable): Promise<readonly string[]> {
  const rows = await tx.list<{ name: string }>(
    statement(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY ordinal_position`,
      [name],
    ),
  );
  return rows.map((row) => row.name).filter((column) => !omit.includes(column));
}

const BATCH = 500;

/** Refusals of the database are faults of the file: a value out of its range, a row that names none. */
function toInvalid(error: unknown, name: string, first: number): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (!/^(22|23)/.test(code)) return error;
  return new AppError(
    'invalid',
    `The file cannot be read: one of the rows ${first + 1} to ${first + BATCH} of “${name}” is not acceptable.`,
    {
      cause: error,
    },
  );
}

/** Writes the rows of one table. Throws `invalid` for what the table does not take. */
export async function writeFileRows(
  tx: Transaction,
  table: CaseTable,
  { caseId, agency }: { readonly caseId: string; readonly agency: string },
  rows: readonly FileRow[],
): Promise<void> {
  const columns = await listColumns(tx, table);
  const names = columns.map((column) => `"${column}"`).join(', ');
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH).map((row) => ({ ...row, case_id: caseId, agency_id: agency }));
    const text = `INSERT INTO ${table.name} (${names})
      SELECT ${names} FROM jsonb_populate_recordset(NULL::${table.name}, $1::jsonb)`;
    try {
      await tx.run(statement(text, [JSON.stringify(batch)]));
    } catch (error) {
      throw toInvalid(error, table.name, at);
    }
  }
}

/** Writes the head over a case that was just opened. Throws `invalid`. */
export async function writeFileHead(tx: Transaction, caseId: string, head: FileRow): Promise<void> {
  const columns = HEAD_COLUMNS.split(', ');
  const text = `UPDATE agency_case c SET (${HEAD_COLUMNS}) = (SELECT ${columns.map((name) => (name === 'tags' ? `coalesce(r.tags, '{}')` : `r.${name}`)).join(', ')}
    FROM jsonb_populate_record(NULL::agency_case, $2::jsonb) AS r) WHERE c.id = $1`;
  try {
    await tx.run(statement(text, [caseId, JSON.stringify(head)]));
  } catch (error) {
    throw toInvalid(error, 'case', 0);
  }
}

/** The highest number that an item of the case has, for the next one. */
export async function settleItemNumbers(tx: Transaction, caseId: string): Promise<void> {
  await tx.run(
    statement(
      'UPDATE agency_case SET last_item = coalesce((SELECT max(number) FROM case_item WHERE case_id = $1), 0) WHERE id = $1',
      [caseId],
    ),
  );
}

/** The name of an agency, for a file that leaves it. */
export async function findAgencyName(tx: Transaction, agency: string): Promise<string> {
  const row = await tx.find<{ name: string }>(statement('SELECT name FROM agency WHERE id = $1', [agency]));
  return row?.name ?? '';
}

/** People of the agency by id, for the names in a file. */
export function listFilePeople(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  return tx.list(statement('SELECT id, name, email FROM account WHERE id = ANY ($1::uuid[]) ORDER BY email', [ids]));
}

/** People of the agency by email address. */
export function listPeopleByEmail(
  tx: Transaction,
  agency: string,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return tx.list(
    statement(`SELECT id, email FROM account WHERE agency_id = $1 AND email = ANY ($2::text[])`, [agency, emails]),
  );
}
