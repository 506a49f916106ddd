import { AppError } from './errors.ts';

/** What canonical JSON is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Members sorted by UTF-16 code units (RFC 8785), which is how JavaScript sorts strings. */
function writeMembers(value: object, write: (part: unknown) => string): string {
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const part = members[key];
    if (part === undefined) continue;
    text += `${text === '' ? '' : ','}${writePart(key)}:${write(part)}`;
  }
  return `{${text}}`;
}

function writePart(value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${Array.from(value, writePart).join(',')}]`;
  if (typeof value === 'object') return writeMembers(value, writePart);
  throw new AppError(
    'invalid',
    'Only text without lone surrogates, finite numbers, true, false, null, lists and objects have a canonical form.',
  );
}

function writePlainPart(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (typeof value === 'bigint') return `"${value}"`;
  if (Array.isArray(value)) return `[${Array.from(value, writePlainPart).join(',')}]`;
  return typeof value === 'object' && value !== null ? writeMembers(value, writePlainPart) : writePart(value);
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

/** The canonical JSON of what `toPlain` makes of a value, without making it: answers are hashed that have a hundred thousand parts. */
export function toPlainJson(value: object): string {
  return writePlainPart(value);
}
