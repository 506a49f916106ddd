import { AppError } from '@trailmark/core/errors';

const VERSION = 1;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opaque text for the row after which a list continues: its place, and its id. */
export function encodePlace(list: string, row: { readonly place: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([VERSION, list, row.place, row.id])).toString('base64url');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Place and id of a cursor; undefined without one. Throws `invalid` on anything `encodePlace` did not write for this list. */
export function decodePlace(list: string, cursor: string | undefined): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const value = parse(cursor);
  if (Array.isArray(value) && value.length === 4 && value[0] === VERSION && value[1] === list) {
    const [place, id] = value.slice(2) as unknown[];
    const isPlace = typeof place === 'string' && typeof id === 'string' && UUID.test(id) && !place.includes('\0');
    if (isPlace && encodePlace(list, { place, id }) === cursor) return [place, id];
  }
  throw new AppError('invalid', 'This cursor is not one this server made for this list.');
}

/** Rows of one page, and the cursor of the next: one row more than the page holds was read. */
export function toPage<R extends { readonly place: string; readonly id: string }>(
  list: string,
  rows: readonly R[],
  limit: number,
): { readonly rows: readonly R[]; readonly next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? encodePlace(list, last) : null };
}
