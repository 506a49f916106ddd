import { PACKAGE_HIDE_PLACES, PACKAGE_PLACE, type PackageHide } from '@trailmark/core/case-package';
import { AppError } from '@trailmark/core/errors';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { PACKAGE_TABLES } from './package-tables.ts';

type Tables = Readonly<Record<string, readonly FileRow[]>>;

/** What is left out of a package. */
export interface HiddenPlaces {
  readonly isRowHidden: (table: string, index: number) => boolean;
  readonly isFieldHidden: (table: string, index: number, column: string) => boolean;
}

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence, { context: { field: 'leaveOut' } });
}

/** Throws `invalid` for a place that no package has, or that may not be left out of one. */
function checkPlace(place: string): void {
  const [table = '', ...rest] = PACKAGE_PLACE.test(place) ? place.split('/') : [];
  const found = Object.hasOwn(PACKAGE_TABLES, table) ? PACKAGE_TABLES[table] : undefined;
  const known = found ?? refuse(`There is nothing in a package at “${place.slice(0, 60)}”.`);
  const column = rest.at(-1) ?? '';
  if (column === '*' && !known.mayDrop) refuse(`Rows of “${known.name}” are in a package or not as a whole.`);
  if (column !== '*' && !Object.hasOwn(known.fields, column)) {
    refuse(`“${column}” of “${known.name}” cannot be left out of its row: leave out the row, or the whole part.`);
  }
}

/** Whether a place names a row by its index: what it means is known only together with the content it was chosen in. */
export function namesRow(place: string): boolean {
  return /\/\d+\//.test(place);
}

const indexOf = (ref: unknown, table: string): number | undefined => {
  const text = (ref as { readonly $row?: unknown } | null)?.$row;
  const [name, index] = typeof text === 'string' ? text.split(':') : [];
  return name === table ? Number(index) : undefined;
};

/** Rows that are left out, and those that say nothing without them, by table. */
function closeRows(places: ReadonlySet<string>, tables: Tables): ReadonlyMap<string, ReadonlySet<number>> {
  const hidden = new Map<string, Set<number>>();
  // Tables are listed so that what is needed comes before what needs it.
  for (const [table, { needs = {}, mayDrop }] of Object.entries(PACKAGE_TABLES)) {
    if (!mayDrop) continue;
    const isCut = (row: FileRow, index: number) =>
      places.has(`${table}/${index}/*`) ||
      Object.entries(needs).some(([column, other]) => {
        const needed = indexOf(row[column], other);
        return needed !== undefined && hidden.get(other)?.has(needed) === true;
      });
    hidden.set(table, new Set((tables[table] ?? []).flatMap((row, index) => (isCut(row, index) ? [index] : []))));
  }
  return hidden;
}

export interface ChosenPlaces {
  readonly hides: readonly PackageHide[];
  readonly leaveOut: readonly string[];
}

/** What a choice leaves out of these rows. Throws `invalid` for a place that may not be left out. */
export function choosePlaces({ hides, leaveOut }: ChosenPlaces, tables: Tables): HiddenPlaces {
  for (const place of leaveOut) checkPlace(place);
  const places = new Set([...hides.flatMap((hide) => PACKAGE_HIDE_PLACES[hide]), ...leaveOut]);
  const rows = closeRows(places, tables);
  const isRowHidden = (table: string, index: number) => rows.get(table)?.has(index) === true;
  return {
    isRowHidden,
    isFieldHidden: (table, index, column) =>
      isRowHidden(table, index) ||
      places.has(`${table}/*/${column}`) ||
      places.has(table === 'case' ? `case/${column}` : `${table}/${index}/${column}`),
  };
}
