import { PACKAGE_HIDE_PLACES, type PackageArea, type PackageHide } from '@trailmark/core/case-package';

/** What of a case is chosen for a package. */
export interface PackageChoice {
  readonly areas: readonly PackageArea[];
  readonly hides: readonly PackageHide[];
  readonly files: readonly string[];
  /** Places that are left out besides the sets. */
  readonly leaveOut: readonly string[];
  /** The content that rows were chosen in; null while no row is. */
  readonly basis: string | null;
}

/** Rows of one table from one on; null for the first of every table. */
export type PreviewPage = { readonly table: string; readonly from: number } | null;

/** The place of a field of every row. The head of a case is one row, and its places name none. */
export const columnPlace = (table: string, column: string): string =>
  table === 'case' ? `case/${column}` : `${table}/*/${column}`;

export const fieldPlace = (table: string, index: number, column: string): string =>
  table === 'case' ? `case/${column}` : `${table}/${index}/${column}`;

export const rowPlace = (table: string, index: number): string => `${table}/${index}/*`;

const namesRow = (place: string): boolean => /\/\d+\//.test(place);

/** Whether a place is left out by one of the sets, and so not separately. */
export function isInSet({ hides }: PackageChoice, place: string): boolean {
  return hides.some((hide) => PACKAGE_HIDE_PLACES[hide].includes(place));
}

/** Leaves a place out, or puts it back. Rows are known by their place in the content that is shown. */
export function togglePlace(choice: PackageChoice, place: string, basis: string): PackageChoice {
  const { leaveOut } = choice;
  const next = leaveOut.includes(place) ? leaveOut.filter((other) => other !== place) : [...leaveOut, place];
  return { ...choice, leaveOut: next, basis: next.some(namesRow) ? (choice.basis ?? basis) : null };
}

/** The same without rows and fields of rows, for when the case is another by now. */
export function forgetRows(choice: PackageChoice): PackageChoice {
  return { ...choice, leaveOut: choice.leaveOut.filter((place) => !namesRow(place)), basis: null };
}

/** As the routes take it. */
export function toChoiceBody({ areas, hides, files, leaveOut, basis }: PackageChoice) {
  return { areas: [...areas], hides: [...hides], files: [...files], leaveOut: [...leaveOut], basis };
}
