import { sha256 } from '@noble/hashes/sha2.js';
import { findNearWords } from './near-words.ts';
import { toPlainWord, WORD_LISTS, type WordList } from './word-lists.ts';

/** A place of a phrase that is likely wrong, from 1 on, with words that would fit. They are as secret as the phrase. */
export interface Suspect {
  readonly position: number;
  readonly near: readonly string[];
}

/** What a text is as a seed phrase (BIP 39). `message` never repeats a word of it. */
export type PhraseReading =
  | {
      readonly isPhrase: true;
      readonly language: string;
      /** As BIP 39 writes them, in normal form KD. */
      readonly words: readonly string[];
    }
  | { readonly isPhrase: false; readonly message: string; readonly suspects: readonly Suspect[] };

const LENGTHS = [12, 15, 18, 21, 24];
/** Longer texts are no phrase, whatever they hold. */
const MOST_CHARACTERS = 2_000;
const MOST_NEAR = 5;
const MOST_SUSPECTS = 3;
const BITS_PER_WORD = 11;
/** Of each three words 32 bits are the seed and one is the checksum. */
const SEED_SHARE = 32 / 33;

/** The words of a text, without the numbers and signs that people write between them. */
export function splitWords(text: string): readonly string[] {
  return text
    .slice(0, MOST_CHARACTERS)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((word) => word.replace(/^\d+[.):]?|[.]$/g, ''))
    .filter((word) => word !== '');
}

function findPlace({ places }: WordList, word: string): number | undefined {
  return places.get(word) ?? places.get(toPlainWord(word));
}

/** Whether the last bits of a phrase are the first bits of the hash of the others (BIP 39). */
function holdsChecksum(places: readonly number[]): boolean {
  const bits = places.length * BITS_PER_WORD;
  const seedBits = bits * SEED_SHARE;
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  for (let bit = 0; bit < bits; bit++) {
    const place = places[Math.floor(bit / BITS_PER_WORD)] ?? 0;
    const isSet = (place >> (BITS_PER_WORD - 1 - (bit % BITS_PER_WORD))) & 1;
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (isSet << (7 - (bit & 7)));
  }
  const seed = bytes.subarray(0, seedBits / 8);
  const given = (bytes[seedBits / 8] ?? 0) >> (8 - (bits - seedBits));
  const expected = (sha256(seed)[0] ?? 0) >> (8 - (bits - seedBits));
  bytes.fill(0);
  return given === expected;
}

function refuse(message: string, suspects: readonly Suspect[] = []): PhraseReading {
  return { isPhrase: false, message, suspects };
}

function formatPositions(suspects: readonly Suspect[]): string {
  const positions = suspects.map(({ position }) => position);
  const last = positions.at(-1);
  return positions.length === 1 ? `Word ${last}` : `Words ${positions.slice(0, -1).join(', ')} and ${last}`;
}

function refuseUnknown(list: WordList, words: readonly string[]): PhraseReading {
  const suspects = words.flatMap((word, i) => {
    if (findPlace(list, word) !== undefined) return [];
    const near = findNearWords(word, list.words).slice(0, MOST_NEAR);
    return [{ position: i + 1, near: near.map((each) => each.word) }];
  });
  const verb = suspects.length === 1 ? 'is' : 'are';
  return refuse(`${formatPositions(suspects)} ${verb} not in the ${list.language} word list of BIP 39.`, suspects);
}

/** Places where a misspelling that gave another word of the list explains why the checksum fails. */
function findSuspects(list: WordList, places: readonly number[]): readonly Suspect[] {
  const found = places.flatMap((place, i) => {
    const near = findNearWords(list.words[place] ?? '', list.words).filter(({ word }) =>
      holdsChecksum(places.with(i, list.places.get(word) ?? 0)),
    );
    const [best] = near;
    return best ? [{ position: i + 1, edits: best.edits, near: near.slice(0, MOST_NEAR).map(({ word }) => word) }] : [];
  });
  const fewest = Math.min(...found.map(({ edits }) => edits));
  return found
    .filter(({ edits }) => edits === fewest)
    .slice(0, MOST_SUSPECTS)
    .map(({ position, near }) => ({ position, near }));
}

function refuseChecksum(list: WordList, places: readonly number[]): PhraseReading {
  const fails = `The words are all in the ${list.language} list, but the checksum of the phrase fails`;
  const swapped = places.findIndex(
    (place, i) =>
      i > 0 && place !== places[i - 1] && holdsChecksum(places.with(i, places[i - 1] ?? 0).with(i - 1, place)),
  );
  const suspects = findSuspects(list, places);
  const likely = suspects.length === 1 ? 'is likely wrong' : 'are the likeliest to be wrong';
  const reasons = [
    ...(suspects.length > 0 ? [`${formatPositions(suspects)} ${likely}: a word spelt almost the same would fit.`] : []),
    ...(swapped > 0 ? [`It would also hold if words ${swapped} and ${swapped + 1} changed places.`] : []),
  ];
  const none = 'No single misspelling explains it: a word is wrong, missing or out of order.';
  return refuse(`${fails}. ${reasons.length === 0 ? none : reasons.join(' ')}`, suspects);
}

/** Reads a seed phrase in any language of BIP 39, as people write it down: with numbers, without accents, by first letters. */
export function readPhrase(text: string): PhraseReading {
  const words = splitWords(text);
  if (text.length > MOST_CHARACTERS || !LENGTHS.includes(words.length)) {
    return refuse(`A seed phrase has 12, 15, 18, 21 or 24 words; this text has ${words.length}.`);
  }
  const read = WORD_LISTS.map((list) => ({ list, places: words.map((word) => findPlace(list, word)) }));
  const whole = read.flatMap(({ list, places }) =>
    places.every((place) => place !== undefined) ? [{ list, places }] : [],
  );
  const good = whole.find(({ places }) => holdsChecksum(places));
  if (good) {
    const { list, places } = good;
    return { isPhrase: true, language: list.language, words: places.map((place) => list.words[place] ?? '') };
  }
  const [first] = whole;
  if (first) return refuseChecksum(first.list, first.places);
  const known = ({ places }: (typeof read)[number]): number => places.filter((place) => place !== undefined).length;
  const best = read.reduce((a, b) => (known(b) > known(a) ? b : a));
  if (known(best) === 0) return refuse('None of these words is in a word list of BIP 39.');
  return refuseUnknown(best.list, words);
}
