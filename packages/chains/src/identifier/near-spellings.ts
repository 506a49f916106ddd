import { evmForm } from '../network/evm-address.ts';
import { decodeBase58Check } from '../utxo/base58-address.ts';
import { readSegwit } from '../utxo/segwit-address.ts';

/** A text that differs from the one given in one character, or in two neighbours that changed places, and whose checksum holds. */
export interface NearSpelling {
  readonly text: string;
  /** Place of the first differing character, from 0. */
  readonly at: number;
  readonly was: string;
  readonly instead: string;
}

interface Alphabet {
  readonly letters: string;
  readonly isOf: (text: string) => boolean;
  readonly holds: (text: string) => boolean;
}

/** Encodings with a checksum; what a text looks like decides, since one wrong character may not belong to the alphabet. */
const ALPHABETS: readonly Alphabet[] = [
  {
    letters: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
    isOf: (text) => /^(?:bc|ltc|tb|bcrt|tltc|rltc)1[a-z0-9]{8,87}$/.test(text),
    holds: (text) => 'owner' in readSegwit(text),
  },
  {
    letters: '0123456789abcdefABCDEF',
    isOf: (text) => /^0x[0-9a-zA-Z]{40}$/.test(text) && /[a-f]/.test(text) && /[A-F]/.test(text),
    holds: (text) => evmForm(text).ok,
  },
  {
    letters: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    isOf: (text) => /^[13LMDA9nmT2][0-9A-Za-z]{24,34}$/.test(text),
    holds: (text) => 'bytes' in decodeBase58Check(text),
  },
];

const replace = (text: string, at: number, letters: string): string =>
  text.slice(0, at) + letters + text.slice(at + letters.length);

function* candidates(text: string, letters: string): Generator<NearSpelling> {
  // A character outside the alphabet is wrong for certain: with one of them no other place needs a try, with two none helps.
  const strangers = [...text].flatMap((letter, at) => (letters.includes(letter) ? [] : [at]));
  const start = /^(?:0x|[a-z]+1)/.exec(text)?.[0].length ?? 0;
  const inside = strangers.filter((at) => at >= start);
  if (inside.length > 1) return;
  for (let at = inside[0] ?? start; at <= (inside[0] ?? text.length - 1); at++) {
    const was = text.charAt(at);
    for (const instead of letters) if (instead !== was) yield { text: replace(text, at, instead), at, was, instead };
    const next = text.charAt(at + 1);
    if (next === '' || next === was || inside.length > 0) continue;
    yield { text: replace(text, at, next + was), at, was: was + next, instead: next + was };
  }
}

/**
 * Which one character of an identifier could be wrong, when its checksum fails: every spelling one step away whose checksum holds.
 * A guess for a person to compare with their source, never a correction: two faults can look like one. At most some 2,000 checksums
 * are computed. Empty for texts that hold, that carry no checksum, or that are further away.
 */
export function findNearSpellings(text: string): readonly NearSpelling[] {
  const alphabet = ALPHABETS.find(({ isOf }) => isOf(text));
  if (!alphabet || alphabet.holds(text)) return [];
  return [...candidates(text, alphabet.letters)].filter((each) => alphabet.holds(each.text));
}
