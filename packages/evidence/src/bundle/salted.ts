import { sha256 } from '@trailmark/chains/utxo/hash';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { refuseItem } from './bundle-format.ts';
import { decodeJson, encodeJson, isRecord } from './strict-json.ts';

// What keeps proofs when parts are left out: every file, and every entry of a list, is hashed with a salt of its own. The hash stays
// where the content goes, and nobody can guess the content from it.

const SALT = /^[0-9a-f]{32}$/;
const DIGEST = /^[0-9a-f]{64}$/;

export type SaltedEntry =
  | { readonly salt: string; readonly value: unknown }
  /** Left out. */
  | { readonly digest: string };

export function isSalt(value: unknown): value is string {
  return typeof value === 'string' && SALT.test(value);
}

export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}

/** SHA-256 over the parts one after the other, hexadecimal. */
export function hashParts(...parts: readonly Uint8Array[]): string {
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return encodeHex(hash.digest());
}

/** Leaf of a file: SHA-256 of the salt's 16 bytes and the content. */
export function leafOfFile(salt: string, content: Uint8Array): string {
  return hashParts(decodeHex(salt), content);
}

/** Digest of an entry: SHA-256 of the salt's 16 bytes and the canonical JSON of `{"value":…}`. */
export function digestOfEntry(entry: SaltedEntry): string {
  return 'digest' in entry ? entry.digest : hashParts(decodeHex(entry.salt), encodeJson({ value: entry.value }));
}

function joinPair(left: string, right: string): string {
  return hashParts(Uint8Array.of(1), decodeHex(left), decodeHex(right));
}

/** Leaf of a list: root of the tree of RFC 6962 over the digests of its entries. */
export function leafOfList(entries: readonly SaltedEntry[]): string {
  let level = entries.map((entry) => hashParts(Uint8Array.of(0), decodeHex(digestOfEntry(entry))));
  if (level.length === 0) return hashParts();
  while (level.length > 1) {
    const parents: string[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left = '', right] = [level[i], level[i + 1]];
      // A last node without a sibling goes up as it is.
      parents.push(right === undefined ? left : joinPair(left, right));
    }
    level = parents;
  }
  return level[0] ?? '';
}

function isEntry(value: unknown): value is SaltedEntry {
  if (!isRecord(value)) return false;
  const count = Object.keys(value).length;
  return 'digest' in value
    ? count === 1 && isDigest(value.digest)
    : count === 2 && isSalt(value.salt) && 'value' in value;
}

/** Reads a list. Throws `invalid`, naming the item and the entry. */
export function decodeList(item: string, bytes: Uint8Array): readonly SaltedEntry[] {
  const value = decodeJson(item, bytes);
  if (!Array.isArray(value)) refuseItem(item, 'it is no list of entries.');
  const wrong = value.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) refuseItem(item, `entry ${wrong} is neither a salt with a value nor a digest.`);
  return value as SaltedEntry[];
}
