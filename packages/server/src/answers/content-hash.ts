import { createHash } from 'node:crypto';
import { toCanonicalJson, toPlainJson } from '@trailmark/core/canonical-json';

/**
 * SHA-256 over the canonical JSON (RFC 8785) of a value, in hex: the same value has the same hash in every casework context. Amounts
 * go in as decimal text, as on the wire. Throws `invalid` for what has no canonical form.
 */
export function hashContent(value: object): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}

/** The same over a value as it is on the wire: amounts as decimal text, lone surrogates replaced. */
export function hashPlain(value: object): string {
  return createHash('sha256').update(toPlainJson(value)).digest('hex');
}
