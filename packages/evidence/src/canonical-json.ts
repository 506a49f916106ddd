import { AppError } from '@trailmark/core/errors';

/** What canonical text can be made of: no fractions, no dates, nothing that two programs could spell differently. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

function encodeObject(value: { readonly [name: string]: CanonicalValue }): string {
  const names = Object.keys(value).sort();
  const parts = names.map((name) => `${JSON.stringify(name)}:${encodeCanonicalJson(value[name] ?? null)}`);
  return `{${parts.join(',')}}`;
}

/**
 * The one JSON text of a value: names in code-unit order, no white space, whole numbers only (RFC 8785 for such values).
 * Throws `internal` for a number that is not a safe integer.
 */
export function encodeCanonicalJson(value: CanonicalValue): string {
  if (Array.isArray(value)) return `[${value.map(encodeCanonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return encodeObject(value as { readonly [name: string]: CanonicalValue });
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new AppError('internal', `Canonical JSON takes whole numbers, not ${value}.`);
  return JSON.stringify(value);
}
