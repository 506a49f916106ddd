import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';

const VERSION = 1;

function refuse(): never {
  throw new AppError('invalid', 'This cursor is not one this server made for this list.');
}

/** A short digest of what a list shows, so that a cursor of one list cannot be used on another. */
export function listKey(parts: readonly unknown[]): string {
  const text = JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Opaque text for the place after which a list continues: whole numbers, and the list they belong to. */
export function encodeCursor(list: string, place: readonly number[]): string {
  return Buffer.from(JSON.stringify([VERSION, list, ...place])).toString('base64url');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse();
  }
}

/** The `count` numbers of a cursor, or undefined without one. Throws `invalid` on anything `encodeCursor` did not write. */
export function decodeCursor(list: string, cursor: string | undefined, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const value = readJson(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!Array.isArray(value) || value.length !== count + 2 || value[0] !== VERSION || value[1] !== list) return refuse();
  const place = value.slice(2) as unknown[];
  const isPlace = (numbers: unknown[]): numbers is number[] =>
    numbers.every((n) => Number.isSafeInteger(n) && (n as number) >= 0);
  // Re-encoding refuses other spellings of the same value, padding and trailing bytes.
  if (!isPlace(place) || encodeCursor(list, place) !== cursor) return refuse();
  return place;
}
