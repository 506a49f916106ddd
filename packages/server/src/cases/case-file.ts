import { createHash, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import {
  CASE_FILE_TABLES,
  type FileRow,
  listFilePeople,
  readFileHead,
  readFileRows,
} from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { KeyRing } from '../casework/key-ring.ts';
import { openBytes, openCaseKey, sealBytes } from './case-key.ts';

/** What a case holds, free of what belongs to one installation: ids are references, people are named, content is in the clear. */
export interface CaseContent {
  readonly case: FileRow;
  readonly people: readonly { readonly name: string; readonly email: string }[];
  readonly tables: Readonly<Record<string, readonly FileRow[]>>;
}

export const CASE_FILE_FORMAT = 'trailmark-case';
export const CASE_FILE_VERSION = 1;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_CONTENT = 64 * 2 ** 20;

/** Replaces every text of a value, however deep; what the function gives takes its place. */
function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]));
}

function listUuids(value: unknown): string[] {
  const found: string[] = [];
  mapTexts(value, (text) => {
    if (UUID.test(text)) found.push(text);
    return text;
  });
  return found;
}

const bytesOf = (hex: unknown) => Buffer.from(String(hex).replace(/^\\x/, ''), 'hex');

interface SealedColumn {
  readonly column: string;
  /** What it was encrypted for, before the ids of the case and of the row. */
  readonly about: string;
  readonly isPacked: boolean;
}

/** Columns that are encrypted with the key of the case: in a file they are in the clear. A newcomer is a line here. */
const SEALED: Readonly<Record<string, SealedColumn>> = {
  case_item: { column: 'content', about: 'item', isPacked: true },
};

const toPlace = ({ about }: SealedColumn, caseId: string, row: FileRow) => `${about} ${caseId} ${String(row.id)}`;

/** A row with its encrypted column in the clear: as text where it is text, else as base64. */
function openRow(key: KeyObject, caseId: string, table: string, row: FileRow): FileRow {
  const sealed = SEALED[table];
  if (!sealed || row[sealed.column] === null) return row;
  const opened = openBytes(key, toPlace(sealed, caseId, row), bytesOf(row[sealed.column]));
  const bytes = sealed.isPacked ? gunzipSync(opened, { maxOutputLength: MAX_CONTENT }) : opened;
  const text = bytes.toString('utf8');
  const plain = Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
  return { ...row, [sealed.column]: plain };
}

/** Tables that are made of others have no order of their own: their rows are sorted by what they say. */
const DERIVED = new Set(['case_identifier', 'case_text']);

function sortDerived(tables: CaseContent['tables']): CaseContent['tables'] {
  const toSorted = (rows: readonly FileRow[]) =>
    rows
      .map((row) => [toCanonicalJson(row), row] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row);
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, DERIVED.has(name) ? toSorted(rows) : rows]),
  );
}

/** Everything of a case that travels. It is the same for the same content, wherever the case is. */
export async function readCaseContent(tx: Transaction, keys: KeyRing, row: CaseDetailRow): Promise<CaseContent> {
  return (await readContentOf(tx, keys, row, [])).content;
}

/** The same with the accounts of its people; those that are known come first and in their order, so that what names them is the same. */
export async function readContentOf(
  tx: Transaction,
  keys: KeyRing,
  row: CaseDetailRow,
  known: readonly string[],
): Promise<{ readonly content: CaseContent; readonly accounts: readonly string[] }> {
  const head = await readFileHead(tx, row.id);
  const key = createSecretKey(openCaseKey(keys, row));
  const tables: Record<string, readonly FileRow[]> = {};
  const refs = new Map<string, unknown>([[row.id, { $case: true }]]);
  for (const table of CASE_FILE_TABLES) {
    const rows = await readFileRows(tx, table, row.id);
    tables[table.name] = rows.map((one) => openRow(key, row.id, table.name, one));
    rows.forEach(({ id }, index) => {
      if (typeof id === 'string') refs.set(id, { $row: `${table.name}:${index}` });
    });
  }
  const named = [...new Set([...known, ...listUuids(tables)])].filter((id) => !refs.has(id));
  const placeOf = ({ id }: { readonly id: string }) => (known.includes(id) ? known.indexOf(id) : known.length);
  const people = (await listFilePeople(tx, named)).toSorted((a, b) => placeOf(a) - placeOf(b));
  people.forEach(({ id }, index) => {
    refs.set(id, { $person: index });
  });
  const content = {
    case: head,
    people: people.map(({ name, email }) => ({ name, email })),
    // Ids of the installation that are none of these, such as that of a flow, stay as they are: they are part of a call.
    tables: sortDerived(mapTexts(tables, (text) => refs.get(text) ?? text) as CaseContent['tables']),
  };
  return { content, accounts: people.map(({ id }) => id) };
}

/** SHA-256 over the canonical JSON of what a case holds. */
export function rootOf(content: CaseContent): string {
  return createHash('sha256').update(toCanonicalJson(content)).digest('hex');
}

/** Replaces references, which are objects of one member, by what they refer to. */
export function resolveRefs(value: unknown, resolve: (ref: Readonly<Record<string, unknown>>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => resolveRefs(part, resolve));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const [first] = members;
  if (members.length === 1 && first?.[0].startsWith('$')) return resolve(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(members.map(([name, part]) => [name, resolveRefs(part, resolve)]));
}

/** New ids for the rows of a file, by reference. */
export function createIds(tables: CaseContent['tables']): ReadonlyMap<string, string> {
  const pairs = CASE_FILE_TABLES.flatMap(({ name }) =>
    (tables[name] ?? []).map((_, index) => [`${name}:${index}`, randomUUID()] as const),
  );
  return new Map(pairs);
}

/** Encrypts what a row has in the clear for the case it comes into. Throws `invalid` where it is not what its hash says. */
export function sealRow(
  keys: KeyRing,
  opened: { readonly id: string; readonly key: Buffer },
  table: string,
  row: FileRow,
): FileRow {
  const sealed = SEALED[table];
  const plain = sealed && row[sealed.column];
  if (!sealed || plain === null || plain === undefined) return row;
  const { text, base64 } = plain as { readonly text?: unknown; readonly base64?: unknown };
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(String(base64 ?? ''), 'base64');
  if (table === 'case_item' && createHash('sha256').update(bytes).digest('hex') !== row.hash) {
    throw new AppError('invalid', 'The file was changed: the content of a pinned result is not what its hash says.');
  }
  if (bytes.length > MAX_CONTENT) throw new AppError('invalid', 'The file has a pinned result of more than 64 MiB.');
  const kept = sealed.isPacked ? gzipSync(bytes) : bytes;
  const content = sealBytes(openCaseKey(keys, opened), toPlace(sealed, opened.id, row), kept);
  return { ...row, [sealed.column]: `\\x${content.toString('hex')}` };
}
