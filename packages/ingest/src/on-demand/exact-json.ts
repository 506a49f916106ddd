import { AppError } from '@trailmark/core/errors';

const decoder = new TextDecoder('utf-8', { fatal: true });

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Numbers that a double cannot hold become bigint where they are whole, and stay text where they are not. */
const keepExact: Reviver = (_, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  return source;
};

/**
 * JSON of a source with every number kept as written: whole ones are numbers, or bigint beyond 2^53; others are text.
 * Throws `unavailable` where it is not JSON: an error page, or an answer that was cut.
 */
export function parseExactJson(bytes: Uint8Array, who: string): unknown {
  try {
    return JSON.parse(decoder.decode(bytes), keepExact as (this: unknown, key: string, value: unknown) => unknown);
  } catch (cause) {
    throw new AppError('unavailable', `${who} answered something that is not JSON, or half of it.`, { cause });
  }
}
