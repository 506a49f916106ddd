import { entropyToMnemonic } from '@scure/bip39';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofHidePhrase from './hide-phrase.ts';
import { WORD_LISTS } from './word-lists.ts';

const recorded = new WatchedResults();
const { hidePhrases, holdsPhrase } = recorded.watch(ofHidePhrase);

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describe('a seed phrase in a text', () => {
  test.each([
    [PHRASE, '[seed phrase]'],
    [`The paper says: ${PHRASE.toUpperCase()}!`, 'The paper says: [seed phrase]!'],
    [`{"q":"${PHRASE}"}`, '{"q":"[seed phrase]"}'],
    [`["${PHRASE.split(' ').join('","')}"]`, '["[seed phrase]"]'],
    [`?q=${PHRASE.split(' ').join('+')}&limit=5`, '?q=[seed phrase]&limit=5'],
    [`?q=${PHRASE.split(' ').join('%20')}`, '?q=[seed phrase]'],
    [
      PHRASE.split(' ')
        .map((word, i) => `${i + 1}. ${word}`)
        .join('\n'),
      '1. [seed phrase]',
    ],
    // A mistyped checksum is as secret.
    [PHRASE.replace('yellow', 'year'), '[seed phrase]'],
  ])('%s', (text, shown) => {
    expect(hidePhrases(text)).toBe(shown);
    expect(holdsPhrase(text)).toBe(true);
  });

  test('is found in every language, also as an address bar writes it', () => {
    for (const { words } of WORD_LISTS) {
      const phrase = entropyToMnemonic(new Uint8Array(16).fill(0x5a), [...words]);
      expect(hidePhrases(phrase)).toBe('[seed phrase]');
      expect(hidePhrases(`?q=${encodeURIComponent(phrase)}`)).not.toContain(encodeURIComponent(words[0] ?? ''));
      expect(hidePhrases(`?q=${encodeURIComponent(phrase)}`)).toContain('[seed phrase]');
    }
  });

  test.each([
    '',
    'legal winner thank year wave sausage worth useful legal winner thank',
    'The suspect said that he paid the exchange in March and asked for a refund, which was never sent.',
    '%E0%A4%A',
    '100% of the payments',
  ])('"%s" is none', (text) => {
    expect(hidePhrases(text)).toBe(text);
    expect(holdsPhrase(text)).toBe(false);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/hide-phrase.txt');
});
