import { isHidden, type PackageLeaf } from '@trailmark/evidence/case-package/case-package';
import { mayDropRows } from './package-tables.ts';

export type Rows = Record<string, Record<string, unknown>[]>;

const PLACE = /^([a-z_]{1,40})\/(\d{1,6})\//;

/** Rows of which nothing is shown, by table: they were left out as a whole. */
function listHiddenRows(leaves: readonly PackageLeaf[]): ReadonlyMap<string, ReadonlySet<number>> {
  const hidden = new Map<string, Set<number>>();
  const shown = new Set<string>();
  for (const leaf of leaves) {
    const [place, table = '', index = ''] = PLACE.exec(leaf.path) ?? [];
    if (place === undefined || !mayDropRows(table)) continue;
    if (isHidden(leaf)) hidden.set(table, (hidden.get(table) ?? new Set()).add(Number(index)));
    else shown.add(place);
  }
  for (const [table, rows] of hidden) {
    hidden.set(table, new Set([...rows].filter((index) => !shown.has(`${table}/${index}/`))));
  }
  return hidden;
}

/** Where each row of a table is once the hidden ones are gone; undefined for those. */
function toPlaces(rows: readonly object[], hidden: ReadonlySet<number> | undefined): readonly (number | undefined)[] {
  let next = 0;
  return rows.map((_, index) => (hidden?.has(index) ? undefined : next++));
}

type Places = Readonly<Record<string, readonly (number | undefined)[]>>;

const isRef = (value: unknown): value is { readonly $row: string } =>
  typeof (value as { readonly $row?: unknown } | null)?.$row === 'string';

/** A reference into a part or to a row that was left out leads nowhere; others lead to where their row is now. */
function moveRef({ $row }: { readonly $row: string }, places: Places): { readonly $row: string } | null {
  const [table = '', index = ''] = $row.split(':');
  const place = places[table]?.[Number(index)];
  return place === undefined ? null : { $row: `${table}:${place}` };
}

function moveRefs(value: unknown, places: Places): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRef(value)) return moveRef(value, places);
  if (Array.isArray(value)) {
    return value.filter((part) => !isRef(part) || moveRef(part, places)).map((part) => moveRefs(part, places));
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, moveRefs(part, places)]));
}

/** The rows of a package without those that were left out, and without references to them. */
export function dropHiddenRows(rows: Rows, leaves: readonly PackageLeaf[]): Rows {
  const hidden = listHiddenRows(leaves);
  const places = Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, toPlaces(all, hidden.get(name))]));
  const kept = Object.fromEntries(
    Object.entries(rows).map(([name, all]) => [name, all.filter((_, index) => !hidden.get(name)?.has(index))]),
  );
  return moveRefs(kept, places) as Rows;
}
