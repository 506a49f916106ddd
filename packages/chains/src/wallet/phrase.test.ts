import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/phrases.json' with { type: 'json' };
import * as ofElectrumPhrase from './electrum-phrase.ts';
import * as ofNearWords from './near-words.ts';
import * as ofOpenSecret from './open-secret.ts';
import * as ofPhrase from './phrase.ts';
import { WORD_LISTS } from './word-lists.ts';

const recorded = new WatchedResults();
const { electrumKind, electrumSeed } = recorded.watch(ofElectrumPhrase);
const { findNearWords } = recorded.watch(ofNearWords);
const { phraseSeed } = recorded.watch(ofOpenSecret);
const { readPhrase } = recorded.watch(ofPhrase);

const GOOD = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const messageOf = (text: string): string => {
  const reading = readPhrase(text);
  return reading.isPhrase ? 'accepted' : reading.message;
};
const suspectsOf = (text: string) => {
  const reading = readPhrase(text);
  return reading.isPhrase ? [] : reading.suspects;
};

describe('vectors of BIP 39', () => {
  test.each(vectors.english as [entropy: string, phrase: string, seed: string][])('%s', (entropy, phrase, seed) => {
    const reading = readPhrase(phrase);
    expect(reading).toMatchObject({ isPhrase: true, language: 'English' });
    if (!reading.isPhrase) return;
    expect(reading.words.join(' ')).toBe(entropyToMnemonic(decodeHex(entropy), english));
    expect(encodeHex(phraseSeed(reading.words, 'TREZOR'))).toBe(seed);
  });

  test.each(vectors.japanese as [phrase: string, seed: string][])('%s', (phrase, seed) => {
    const reading = readPhrase(phrase);
    expect(reading).toMatchObject({ isPhrase: true, language: 'Japanese' });
    if (reading.isPhrase) expect(encodeHex(phraseSeed(reading.words, vectors.japanesePassphrase))).toBe(seed);
  });

  test('phrases of every language are read, and named by their language', () => {
    for (const { language, words } of WORD_LISTS) {
      expect(new Set(words).size).toBe(2_048);
      for (const byte of [0x00, 0x7f, 0x80, 0xc3]) {
        const phrase = entropyToMnemonic(
          new Uint8Array(32).fill(byte).map((b, i) => (b * 7 + i * 31) & 255),
          [...words],
        );
        const reading = readPhrase(phrase);
        expect(reading).toMatchObject({ isPhrase: true });
        if (reading.isPhrase && !language.startsWith('Chinese')) expect(reading.language).toBe(language);
      }
    }
  });
});

describe('as people write phrases', () => {
  test('with numbers, capitals, lines and commas', () => {
    const words = GOOD.split(' ');
    for (const text of [
      `  ${GOOD.toUpperCase()}\n`,
      words.join('\n'),
      words.join(', '),
      words.map((word, i) => `${i + 1}. ${word}`).join('\n'),
      words.map((word, i) => `${i + 1}) ${word}`).join(' '),
    ]) {
      expect(readPhrase(text)).toMatchObject({ isPhrase: true, words });
    }
  });

  test('by the first four letters, as on steel plates', () => {
    const short = GOOD.split(' ')
      .map((word) => word.slice(0, 4))
      .join(' ');
    expect(readPhrase(short)).toMatchObject({ isPhrase: true, words: GOOD.split(' ') });
  });

  test('without accents', () => {
    const spanish = WORD_LISTS.find(({ language }) => language === 'Spanish');
    const phrase = entropyToMnemonic(new Uint8Array(16), [...(spanish?.words ?? [])]);
    const plain = phrase.normalize('NFKD').replace(/\p{M}/gu, '');
    expect(plain).not.toBe(phrase.normalize('NFKD'));
    expect(readPhrase(plain)).toEqual(readPhrase(phrase));
  });
});

describe('what is wrong', () => {
  test('a word that is not in the list is named by its place, with near words apart', () => {
    const text = GOOD.replace('winner', 'wimner');
    expect(messageOf(text)).toBe('Word 2 is not in the English word list of BIP 39.');
    expect(suspectsOf(text)).toEqual([{ position: 2, near: expect.arrayContaining(['winner']) }]);
    expect(messageOf(text.replace('sausage', 'sausge'))).toBe(
      'Words 2 and 6 are not in the English word list of BIP 39.',
    );
  });

  test('a wrong checksum names the word that a misspelling explains', () => {
    // "year" for "near": both are words of the list.
    const text = GOOD.replace('year', 'near');
    expect(messageOf(text)).toContain('the checksum of the phrase fails. Word');
    expect(suspectsOf(text).map(({ position }) => position)).toContain(4);
    expect(suspectsOf(text).find(({ position }) => position === 4)?.near).toContain('year');
  });

  test('two words that changed places are named', () => {
    const messages = GOOD.split(' ').flatMap((word, i, all) => {
      const next = all[i + 1];
      return next === undefined
        ? []
        : [
            messageOf(
              all
                .with(i, next)
                .with(i + 1, word)
                .join(' '),
            ),
          ];
    });
    const refused = messages.filter((message) => message !== 'accepted');
    expect(refused.length).toBeGreaterThan(8);
    for (const message of refused) expect(message).toMatch(/words \d+ and \d+ changed places/);
  });

  test('the number of words is counted', () => {
    expect(messageOf(GOOD.split(' ').slice(1).join(' '))).toBe(
      'A seed phrase has 12, 15, 18, 21 or 24 words; this text has 11.',
    );
    expect(messageOf('')).toContain('this text has 0');
    expect(messageOf('xq '.repeat(12))).toBe('None of these words is in a word list of BIP 39.');
  });

  test('no message repeats a word of the text', () => {
    for (const text of [
      GOOD.replace('winner', 'wimner'),
      GOOD.replace('year', 'near'),
      GOOD.split(' ').reverse().join(' '),
    ]) {
      const message = messageOf(text);
      for (const word of text.split(' ')) expect(message.split(/\W+/)).not.toContain(word);
    }
  });

  test('a megabyte is no phrase, at once', () => {
    expect(readPhrase(`${GOOD} `.repeat(2 ** 14)).isPhrase).toBe(false);
    expect(readPhrase('a'.repeat(2 ** 20)).isPhrase).toBe(false);
  });
});

test('near words are counted in letters to change, swapped neighbours as one', () => {
  expect(findNearWords('yaer', ['year', 'near', 'zebra', 'yaer'])).toEqual([
    { word: 'year', edits: 1 },
    { word: 'near', edits: 2 },
  ]);
});

describe('Electrum', () => {
  test.each(vectors.electrum as [phrase: string, kind: string][])('%s', (phrase, kind) => {
    // Shorter texts that happen to have the hash of a seed are none: Electrum makes 12 words and more.
    const isLong = phrase.trim().split(/\s+/).length >= 12;
    expect(electrumKind(phrase) ?? 'none').toBe(isLong ? kind : 'none');
  });

  test.each(vectors.electrumSeeds as [string, string, string][])('seed of %s', (phrase, passphrase, seed) => {
    expect(electrumKind(phrase)).toBeDefined();
    expect(encodeHex(electrumSeed(phrase, passphrase))).toBe(seed);
  });

  test('a phrase of BIP 39 is none', () => {
    expect(electrumKind(GOOD)).toBeUndefined();
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/phrase.txt');
});
