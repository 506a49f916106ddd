import { AppError } from '@trailmark/core/errors';

/** Keeps a number as it was written: a price must not pass through a float. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** A JSON list of lists with every cell as text. Throws `invalid` for anything else. */
export function parseJsonLists(text: string, what: string): readonly (readonly string[] | undefined)[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, keepDigits);
  } catch (cause) {
    throw new AppError('invalid', `This is not a list of ${what}: it is not JSON.`, { cause });
  }
  if (!Array.isArray(parsed)) throw new AppError('invalid', `This is not a list of ${what}: a JSON list is expected.`);
  return parsed.map((entry) => (Array.isArray(entry) ? entry.map(String) : undefined));
}

/** UTC day that begins at a Unix time given as text; undefined where it is no such time or no start of a day. */
export function dayFromStart(text: string, unitsPerSecond: 1 | 1_000): string | undefined {
  if (!/^\d{9,14}$/.test(text)) return undefined;
  const seconds = Number(text) / unitsPerSecond;
  return seconds % 86_400 === 0 ? new Date(seconds * 1_000).toISOString().slice(0, 10) : undefined;
}

/** `YYYY-MM-DD` to seconds. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000;
}
