import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';

/** The words of one language (BIP 39), each with its place. */
export interface WordList {
  /** For people: "English". */
  readonly language: string;
  /** As BIP 39 writes them, in normal form KD. */
  readonly words: readonly string[];
  /** Places of words as people type them: without accents too, and by their first four letters. */
  readonly places: ReadonlyMap<string, number>;
}

/** Letters that distinguish the words of an alphabet (BIP 39). */
const UNIQUE_LETTERS = 4;
const MARKS = /\p{M}/gu;
const LATIN = /^[a-z]+$/;

/** A word without its accents. Marks of Japanese and Korean are part of the letter. */
export function toPlainWord(word: string): string {
  const plain = word.replace(MARKS, '');
  return LATIN.test(plain) ? plain : word;
}

function toWordList(language: string, list: readonly string[]): WordList {
  const words = list.map((word) => word.normalize('NFKD'));
  const places = new Map<string, number>();
  // A whole word wins over another one's beginning.
  for (const shorten of [(word: string) => word.slice(0, UNIQUE_LETTERS), (word: string) => word]) {
    for (const [place, word] of words.entries()) {
      const plain = toPlainWord(word);
      if (LATIN.test(plain)) places.set(shorten(plain), place);
      places.set(word, place);
    }
  }
  return { language, words, places };
}

/** Every language of BIP 39. */
export const WORD_LISTS: readonly WordList[] = [
  toWordList('English', english),
  toWordList('Japanese', japanese),
  toWordList('Korean', korean),
  toWordList('Spanish', spanish),
  toWordList('Chinese (simplified)', simplifiedChinese),
  toWordList('Chinese (traditional)', traditionalChinese),
  toWordList('French', french),
  toWordList('Italian', italian),
  toWordList('Czech', czech),
  toWordList('Portuguese', portuguese),
];
