import { createHmac, createSecretKey } from 'node:crypto';
import type { PackageArea } from '@trailmark/core/case-package';
import { digestOf, type PackageLeaf } from '@trailmark/evidence/case-package/case-package';
import type { CaseContent } from '../case-file.ts';
import type { HiddenPlaces } from './package-places.ts';
import { PACKAGE_TABLES } from './package-tables.ts';

/** They are made of the other tables, and would reveal what is left out of those. */
const DERIVED = ['case_identifier', 'case_text'];

/** What keeps the hash of each place from being guessed: only who has the key of the case can make it. */
export type ToSalt = (path: string) => string;

export function createSalts(key: Buffer, id: string): ToSalt {
  const secret = createSecretKey(key);
  return (path) => createHmac('sha256', secret).update(`package ${id} ${path}`).digest('hex').slice(0, 32);
}

/** A leaf a field: shown, or its hash alone. */
export function toLeaves(
  table: string,
  rows: readonly object[],
  { isFieldHidden }: Pick<HiddenPlaces, 'isFieldHidden'>,
  toSalt: ToSalt,
): PackageLeaf[] {
  return rows.flatMap((row, index) =>
    Object.entries(row)
      .filter(([column]) => column !== 'id')
      .map(([column, value]): PackageLeaf => {
        const path = table === 'case' ? `case/${column}` : `${table}/${index}/${column}`;
        const leaf = { path, salt: toSalt(path), value };
        return isFieldHidden(table, index, column) ? { path, digest: digestOf(leaf) } : leaf;
      }),
  );
}

/** Whether a table of a case is in a package with these parts. */
export function isChosen(table: string, areas: readonly PackageArea[]): boolean {
  const area = PACKAGE_TABLES[table]?.area;
  return area !== undefined && (area === null || areas.includes(area));
}

/** The tables of a case that travel, with its head and its people as the first two. */
export function toTables({ case: head, people, tables }: CaseContent): [name: string, rows: readonly object[]][] {
  return [['case', [head]], ['people', people], ...Object.entries(tables).filter(([name]) => !DERIVED.includes(name))];
}

export interface LeafChoice {
  readonly isWhole: (table: string) => boolean;
  readonly hidden: Pick<HiddenPlaces, 'isFieldHidden'>;
  readonly toSalt: ToSalt;
}

/** The leaves of a case: a field each of what was chosen, and one for the whole of each table that was not. */
export function toCaseLeaves(content: CaseContent, { isWhole, hidden, toSalt }: LeafChoice): PackageLeaf[] {
  return toTables(content).flatMap(([name, rows]): PackageLeaf[] =>
    isWhole(name)
      ? toLeaves(name, rows, hidden, toSalt)
      : [{ path: name, digest: digestOf({ salt: toSalt(name), value: rows }) }],
  );
}
