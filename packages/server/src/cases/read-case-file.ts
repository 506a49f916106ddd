import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { CASE_FORMAT_IDS, CASE_FORMATS } from '@trailmark/core/case-format';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import type { PackageCheck } from '@trailmark/evidence/case-package/package-check';
import { CASE_FILE_TABLES } from '@trailmark/store/cases/agency-cases/case-file-rows';
import type { CaseOrigin } from '@trailmark/store/cases/agency-cases/package-rows';
import { z } from 'zod';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { CASE_FILE_FORMAT, CASE_FILE_VERSION, type CaseContent, rootOf } from './case-file.ts';
import { checkContent } from './check-case-file.ts';
import type { LeftOut } from './formats/case-outline.ts';
import { FORMATS } from './formats/catalogue.ts';
import { seemsCsv } from './formats/csv-reader.ts';
import { toContent } from './formats/from-outline.ts';
import { readPackage, type SignedFile } from './package/read-package.ts';
import { readRevocation } from './package/received-revocations.ts';
import { readKeyTrust } from './package/trusted-keys.ts';

const MAX_DEPTH = 60;

const row = z.record(z.string().max(80), z.unknown());
const file = z.object({
  format: z.literal(CASE_FILE_FORMAT),
  version: z.number(),
  content: z.object({
    case: row,
    people: z.array(z.object({ name: z.string().max(200), email: z.string().max(254) })).max(10_000),
    tables: z.record(z.string().max(80), z.array(row)),
  }),
});

function parse(text: string): unknown {
  try {
    if (!isJsonDeeper(text, MAX_DEPTH)) return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'This is not a file of a case: it is not JSON.', { cause });
  }
  throw new AppError('invalid', 'This is not a file of a case: it is nested too deep.');
}

const isOwnFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { readonly format?: unknown }).format === CASE_FILE_FORMAT;

/** Our own format. Throws `invalid` with what is wrong and what would be right. */
function readOwn(value: unknown): CaseContent {
  const read = z.safeParse(file, value);
  if (!read.success) {
    throw new AppError('invalid', 'This file of a case is damaged: a part that every such file has is missing.');
  }
  const { version, content } = read.data;
  if (version !== CASE_FILE_VERSION) {
    throw new AppError(
      'invalid',
      `This version reads files of version ${CASE_FILE_VERSION}; this one is of another version.`,
    );
  }
  const unknown = Object.keys(content.tables).find((name) => !CASE_FILE_TABLES.some((table) => table.name === name));
  if (unknown !== undefined)
    throw new AppError('invalid', 'The file has a kind of rows that this version does not know.');
  return content;
}

/** A file of a case of any format, as the rows it becomes. */
export interface ReadCaseFile {
  /** Name of the format, for people. */
  readonly format: string;
  readonly content: CaseContent;
  readonly notUnderstood: readonly LeftOut[];
  /** Checks of a signed package, line by line; empty for other formats. */
  readonly checks: readonly PackageCheck[];
  /** Fingerprint of the key of a package that the reader has to accept; null where there is none. */
  readonly mustAccept: string | null;
  /** Files of evidence that go with a package; empty for other formats. */
  readonly files: readonly SignedFile[];
  /** Of a package: who sent it and which it is. */
  readonly origin: CaseOrigin | null;
}

const KNOWN = [
  'Trailmark JSON',
  'signed package of a case',
  ...CASE_FORMAT_IDS.filter((id) => FORMATS[id].read).map((id) => CASE_FORMATS[id].name),
  'CSV of people or addresses',
];

async function readFormat(casework: CaseworkContext, caller: Caller, text: string): Promise<ReadCaseFile> {
  const now = casework.now();
  const unsigned = { checks: [], mustAccept: null, files: [], origin: null };
  const table = seemsCsv(text) ? FORMATS.csv.readText?.(text) : undefined;
  if (table) {
    const { outline, notUnderstood } = table;
    return { format: 'CSV table', content: toContent(outline, now), notUnderstood, ...unsigned };
  }
  const value = parse(text);
  if (isOwnFile(value))
    return { format: CASE_FORMATS.json.name, content: readOwn(value), notUnderstood: [], ...unsigned };
  const signed = await readPackage(value, now, {
    findTrust: (key) => readKeyTrust(casework, caller, key),
    findRevoked: (id, key) => readRevocation(casework, caller, id, key),
  });
  if (signed) {
    const { report, leftOut, ...rest } = signed;
    return { format: 'Signed package of a case', notUnderstood: leftOut, checks: report.checks, ...rest };
  }
  for (const id of CASE_FORMAT_IDS) {
    const read = FORMATS[id].read?.(value);
    if (!read) continue;
    return {
      format: CASE_FORMATS[id].name,
      content: toContent(read.outline, now),
      notUnderstood: read.notUnderstood,
      ...unsigned,
    };
  }
  throw new AppError('invalid', `This is not a file of a case. These formats are read: ${KNOWN.join(', ')}.`);
}

/** Reads a file; its content shows its format. Throws `invalid` with what is wrong and what would be right. */
export async function readCaseFile(casework: CaseworkContext, caller: Caller, text: string): Promise<ReadCaseFile> {
  const read = await readFormat(casework, caller, text);
  checkContent(read.content);
  return read;
}

/** What a file would become, before anything is written. */
export async function previewCaseFile(
  casework: CaseworkContext,
  caller: Caller,
  text: string,
): Promise<RouteOutput<Contract['previewCaseImport']>> {
  const { format, content, notUnderstood, checks, mustAccept, files } = await readCaseFile(casework, caller, text);
  const hidden = new Set(['case_identifier', 'case_text', 'case_note_version']);
  const tables = Object.entries(content.tables).filter(([name, rows]) => !hidden.has(name) && rows.length > 0);
  return {
    format,
    title: typeof content.case.title === 'string' ? content.case.title : '',
    rows: Object.fromEntries(tables.map(([name, rows]) => [name.replace('case_', ''), rows.length])),
    people: content.people.map(({ name }) => name),
    notUnderstood: [...notUnderstood],
    checks: [...checks],
    mustAccept,
    files: [...files],
    root: rootOf(content),
  };
}
