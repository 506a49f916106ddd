import { AppError } from '@trailmark/core/errors';
import { isHidden } from '@trailmark/evidence/case-package/case-package';
import { type KeyTrust, mustAccept } from '@trailmark/evidence/case-package/key-trust';
import {
  type CasePackage,
  claimsPackage,
  isCasePackage,
  listHidden,
  type PackageReport,
  verifyCasePackage,
} from '@trailmark/evidence/case-package/verify-case-package';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { toSearchText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import type { CaseOrigin, KnownRevocation } from '@trailmark/store/cases/agency-cases/package-rows';
import type { CaseContent } from '../case-file.ts';
import type { LeftOut, OutlineIdentifier } from '../formats/case-outline.ts';
import { keysOfIdentifier } from '../formats/from-outline.ts';
import { addressKey } from '../item-kinds/identifiers.ts';
import { dropHiddenRows, type Rows } from './drop-hidden-rows.ts';
import { findInstead } from './package-tables.ts';
import { CUSTODY_TABLE, EVIDENCE_TABLE } from './packaged-files.ts';

/** What a record of a closed case states about itself: no case imports it. */
const isOfRecord = (table: string): boolean => table === 'record' || table.startsWith('record_');

const MAX_INDEX = 500_000;
const PLACE = /^([a-z_]{1,40})(?:\/(\d{1,6}))?\/([a-z_]{1,40})$/;
const NAME = /^[a-z_]{1,40}$/;

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

/** Rows by table, of the places of the leaves; a field that was left out has a word that says so. */
function toRows({ leaves }: CasePackage): Rows {
  const tables: Rows = {};
  for (const leaf of leaves) {
    const [, table = '', index = '0', column = ''] = PLACE.exec(leaf.path) ?? [];
    if (table === '') {
      if (NAME.test(leaf.path) && isHidden(leaf)) continue;
      refuse('The package names a place that no case has.');
    }
    const at = Number(index);
    tables[table] ??= [];
    const rows = tables[table];
    if (at > rows.length || at > MAX_INDEX) refuse('The package leaves out a row and does not say so.');
    rows[at] ??= {};
    rows[at][column] = isHidden(leaf) ? findInstead(table, column) : leaf.value;
  }
  return tables;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const pointKeys = ({ chain, address }: FileRow) =>
  typeof chain === 'string' && typeof address === 'string' ? [addressKey(chain, address)] : [];

interface Search {
  readonly kind: string;
  readonly texts: (row: FileRow) => readonly string[];
  readonly keys?: (row: FileRow) => readonly string[];
}

/** What search and overlaps know of the rows of each table. */
const SEARCHED: Readonly<Record<string, Search>> = {
  case_item: {
    kind: 'item',
    texts: ({ title, note }) => [text(title), text(note)],
    keys: ({ kind, input, title }) => {
      const { params } = (input ?? {}) as { readonly params?: { readonly chain?: unknown } };
      return kind === 'address' ? pointKeys({ chain: params?.chain, address: title }) : [];
    },
  },
  case_person: {
    kind: 'person',
    texts: ({ name, detail, note, aliases }) => [text(name), text(detail), text(note), ...(aliases as string[])],
    keys: ({ identifiers }) => (identifiers as OutlineIdentifier[]).map(keysOfIdentifier),
  },
  case_link: {
    kind: 'link',
    texts: (row) => [text(row.relation), text(row.source), text(row.address)],
    keys: pointKeys,
  },
  case_label: { kind: 'label', texts: (row) => [text(row.address), text(row.text), text(row.source)], keys: pointKeys },
  case_task: { kind: 'task', texts: ({ title, note }) => [text(title), text(note)] },
  case_reported_event: { kind: 'event', texts: (row) => [text(row.title), text(row.text), text(row.source)] },
  case_comment: { kind: 'comment', texts: (row) => [text(row.text)] },
  case_note: { kind: 'note', texts: ({ title }) => [text(title)] },
  case_request: { kind: 'request', texts: (row) => [text(row.recipient), text(row.basis), text(row.note)] },
};

interface Found {
  readonly texts: FileRow[];
  readonly keys: FileRow[];
}

/** Enters what search and overlaps know of a row. */
function addFound({ texts, keys }: Found, name: string, row: FileRow, source: object): void {
  const searched = SEARCHED[name];
  if (!searched) return;
  texts.push({ kind: searched.kind, source, text: toSearchText(searched.texts(row).join('\n')) });
  const isPresent = row.withdrawn_at === null || row.withdrawn_at === undefined;
  const named = isPresent ? (searched.keys?.(row) ?? []) : [];
  keys.push(...[...new Set(named)].map((key) => ({ key, source })));
}

/** Adds ids, and what search and overlaps know, to the rows of a package. */
function complete(tables: Rows): Record<string, readonly FileRow[]> {
  const found: Found = { texts: [], keys: [] };
  const made = Object.entries(tables).map(([name, rows]): [string, readonly FileRow[]] => {
    const whole = rows.map((row, index) => {
      const source = { $row: `${name}:${index}` };
      addFound(found, name, row, source);
      return name === 'case_authority_need' ? row : { ...row, id: source };
    });
    return [name, whole];
  });
  return { ...Object.fromEntries(made), case_text: found.texts, case_identifier: found.keys };
}

const IMPORTER = { $importer: true };

interface Origin {
  readonly report: PackageReport;
  readonly left: readonly LeftOut[];
  readonly files: readonly SignedFile[];
  readonly at: string;
}

/** A note that says where the case came from, with every check of the package. */
function addOrigin(tables: Rows, { statement }: CasePackage, { report, left, files, at }: Origin): void {
  tables.case_note ??= [];
  tables.case_note_version ??= [];
  const number = 1 + Math.max(0, ...tables.case_note.map((row) => Number(row.number)));
  const title = `Where this case came from: ${statement.agency}`.slice(0, 200);
  const lines = [
    `Case ${statement.number} of ${statement.agency}, signed at ${statement.madeAt} for ${statement.recipient}.`,
    `Purpose: ${statement.purpose}`,
    `Handling: ${statement.handling === '' ? 'not stated' : statement.handling}`,
    `Package ${statement.id}, root ${statement.root}, key ${report.fingerprint}.`,
    ...report.checks.map(({ state, sentence }) => `${state}: ${sentence}`),
    ...files.map(({ number, size, sha256 }) => `File ${number} of the sender: ${size} bytes, SHA-256 ${sha256}`),
    ...left.map(({ what, count }) => `Left out by the sender: ${what} (${count})`),
  ];
  const by = { created_at: at, created_by: IMPORTER, changed_at: at, changed_by: IMPORTER };
  const note = { $row: `case_note:${tables.case_note.length}` };
  tables.case_note.push({ number, title, version: 1, ...by });
  const saved = {
    number: 1,
    made_from: null,
    title,
    text: lines.join('\n'),
    links: [],
    saved_at: at,
    saved_by: IMPORTER,
  };
  tables.case_note_version.push({ note_id: note, ...saved, settled_at: null, settled_by: null });
}

/** A file of evidence as the sender signed it. */
export interface SignedFile {
  readonly number: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

const EXHIBIT = /^EV-\d{2,9}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The files that a package names. Throws `invalid` for one that is not named as an exhibit is. */
function toFiles(rows: readonly FileRow[]): readonly SignedFile[] {
  // A record also names what was withdrawn or damaged: their files do not come with it.
  const present = rows.filter(({ state }) => state === undefined || state === 'good');
  return present.map(({ number, name, size, hash: sha256 }) => {
    const isWhole =
      typeof number === 'string' && EXHIBIT.test(number) && typeof sha256 === 'string' && SHA256.test(sha256);
    if (!isWhole || typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
      refuse('The package names a file of evidence without its number, its size or its SHA-256.');
    }
    return { number, name: text(name).slice(0, 4_096), size, sha256 };
  });
}

export interface ReadPackage {
  readonly origin: CaseOrigin;
  readonly files: readonly SignedFile[];
  readonly report: PackageReport;
  /** Fingerprint of a key that the reader has to accept; null for one that is known. */
  readonly mustAccept: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly content: CaseContent;
}

export interface PackagePorts {
  readonly findTrust: (publicKey: string) => Promise<KeyTrust>;
  /** What is known of a package that its sender revoked. */
  readonly findRevoked: (packageId: string, publicKey: string) => Promise<KnownRevocation | undefined>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The checks of a package, with the one that only the reader's installation can make. */
async function checkPackage(value: CasePackage, now: Date, { findTrust, findRevoked }: PackagePorts) {
  const { id, signature } = value.statement;
  const trust = await findTrust(signature.publicKey);
  const report = verifyCasePackage(value, now.toISOString().slice(0, 10), trust);
  if (!UUID.test(id)) refuse('The package has no id.');
  const revoked = await findRevoked(id, signature.publicKey);
  if (!revoked) return { report, trust };
  const day = revoked.revokedAt.toISOString().slice(0, 10);
  const failed = { state: 'failed', sentence: `Its sender revoked this package on ${day}: ${revoked.why}` } as const;
  return { trust, report: { ...report, isSound: false, checks: [...report.checks, failed] } };
}

/** A signed package with what its checks say; undefined for what is none. Throws `invalid` for another version. */
export async function readPackage(
  value: unknown,
  now: Date,
  { findTrust, findRevoked }: PackagePorts,
): Promise<ReadPackage | undefined> {
  if (!claimsPackage(value)) return undefined;
  if (!isCasePackage(value)) {
    refuse('This package is of another version, or a part of it is missing or changed. Ask its sender for version 1.');
  }
  const { report, trust } = await checkPackage(value, now, { findTrust, findRevoked });
  const leftOut = listHidden(value.leaves).map(({ what, count }) => ({
    ...{ what, count },
    why: 'left out by the sender; its hash is in the package',
  }));
  const all = toRows(value);
  const { case: head = [{}], people = [], [EVIDENCE_TABLE]: evidence = [], [CUSTODY_TABLE]: _, ...rest } = all;
  const rows = Object.fromEntries(Object.entries(rest).filter(([name]) => !isOfRecord(name)));
  const tables = dropHiddenRows(rows, value.leaves);
  const files = toFiles(evidence);
  addOrigin(tables, value, { report, left: leftOut, files, at: now.toISOString() });
  const named = people.map(({ name, email }) => ({ name: text(name), email: text(email) }));
  const asked = mustAccept(trust) ? report.fingerprint : null;
  const { id, root, agency, number, signature } = value.statement;
  const origin = { packageId: id, root, publicKey: signature.publicKey, sender: agency, senderNumber: number };
  return {
    ...{ report, origin, files },
    mustAccept: asked,
    leftOut,
    content: { case: head[0] ?? {}, people: named, tables: complete(tables) },
  };
}
