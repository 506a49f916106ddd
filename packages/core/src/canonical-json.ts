import { AppError } from './errors.ts';

/** What canonical JSON is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** RFC 8785 sorts by UTF-16 code units, which is how JavaScript compares strings. */
function byCodeUnits([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function writePart(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, writePart).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined);
    const members = entries.sort(byCodeUnits).map(([key, part]) => `${writePart(key)}:${writePart(part)}`);
    return `{${members.join(',')}}`;
  }
  throw new AppError(
    'invalid',
    'Only text without lone surrogates, finite numbers, true, false, null, lists and objects have a canonical form.',
  );
}

/** The same value with amounts as decimal text, which JSON can hold to the digit, and lone surrogates replaced. */
export function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlain(part)]));
  }
  return value;
}

/** The one JSON text of a value (RFC 8785): sorted members, no white space. Throws `invalid` for what has none. */
export function toCanonicalJson(value: object): string {
  return writePart(value);
}
