import { decodeBase58Check } from './base58-address.ts';

/** Characters of a key of 32 bytes with its version and checksum. */
const SHORTEST = 50;
const EXTENDED_KEY_BYTES = 78;
/** Spellings of extended keys (BIP 32, SLIP-132), of single keys (WIF) and of encrypted ones (BIP 38), mistyped ones included. */
const SPELLINGS =
  /^(?:[xyztuvYZUV]prv[1-9A-HJ-NP-Za-km-z]{90,113}|(?:[LMt]tpv|dgpv|tgpv)[1-9A-HJ-NP-Za-km-z]{90,113}|5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KLc][1-9A-HJ-NP-Za-km-z]{51}|9[1-3][1-9A-HJ-NP-Za-km-z]{49}|6P[1-9A-HJ-NP-Za-km-z]{56})$/;

/** The answer to a private key, whose text is never repeated. */
export const PRIVATE_KEY_REASON =
  'This looks like a private key. Never enter private keys: whoever reads one can spend its coins.';

/** Whether a word is a private key of any chain, or is spelt like one. */
export function isPrivateKey(word: string): boolean {
  if (word.length < SHORTEST) return false;
  if (SPELLINGS.test(word)) return true;
  const decoded = decodeBase58Check(word);
  if ('fault' in decoded) return false;
  const { bytes } = decoded;
  // The key field of an extended private key starts with a zero, whatever its version claims.
  if (bytes.length === EXTENDED_KEY_BYTES) return bytes[45] === 0;
  return (bytes.length === 33 || bytes.length === 34) && (bytes[0] ?? 0) >= 0x80;
}

/** Whether one of the words of a text, such as a descriptor, is a private key. */
export function holdsPrivateKey(text: string): boolean {
  return (text.match(/[1-9A-HJ-NP-Za-km-z]{50,}/g) ?? []).some(isPrivateKey);
}
