import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { encodeHex } from '@trailmark/core/hex';

/** Kinds of seeds by the start of a hash of the phrase, as Electrum's `version.py` and its documentation define them. */
const KINDS = [
  ['01', 'standard'],
  ['100', 'segwit'],
  ['101', 'two-factor'],
  ['102', 'two-factor'],
] as const;
export type ElectrumKind = (typeof KINDS)[number][1];

const ROUNDS = 2_048;
/** Electrum never made shorter phrases, and any text has the hash of one by chance: 1 in 256. */
const FEWEST_WORDS = 12;
/** Marks that combine with a letter. Joiners and variation selectors are marks that do not (canonical class 0). */
const ACCENTS = /(?![\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn}/gu;
const encoder = new TextEncoder();

/** Normal form KD, lower case, without accents, single spaces; none between characters of Chinese, Japanese and Korean. */
function normalise(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').trim().split(/\s+/u).join(' ');
  return plain.replace(
    /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])\s(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])/gu,
    '',
  );
}

/** The kind of an Electrum seed phrase (version 2.0 and later); undefined for any other text. */
export function electrumKind(text: string): ElectrumKind | undefined {
  if (text.trim().split(/\s+/u).length < FEWEST_WORDS) return undefined;
  const digest = encodeHex(hmac(sha512, encoder.encode('Seed version'), encoder.encode(normalise(text))));
  return KINDS.find(([start]) => digest.startsWith(start))?.[1];
}

/** The 64 bytes that an Electrum wallet derives its root from. */
export function electrumSeed(text: string, passphrase: string): Uint8Array {
  const salt = encoder.encode(`electrum${normalise(passphrase)}`);
  return pbkdf2(sha512, encoder.encode(normalise(text)), salt, { c: ROUNDS, dkLen: 64 });
}
