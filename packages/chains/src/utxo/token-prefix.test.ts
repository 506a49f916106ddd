import { decodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofTokenPrefix from './token-prefix.ts';

const recorded = new WatchedResults();
const { tokenPrefixLength } = recorded.watch(ofTokenPrefix);

const CATEGORY = 'bb'.repeat(32);
const SCRIPT = '76a914';
/** Length of the prefix before a script, 0 where it is none. */
const lengthOf = (rest: string) => tokenPrefixLength(decodeHex(`ef${CATEGORY}${rest}${SCRIPT}`));

test('a prefix ends behind its amount, its commitment or its bit field', () => {
  expect(lengthOf('1001')).toBe(35);
  expect(lengthOf('10fdffff')).toBe(37);
  for (const capability of ['20', '21', '22']) expect(lengthOf(capability)).toBe(34);
  expect(lengthOf('3001')).toBe(35);
  expect(lengthOf('6003aabbcc')).toBe(38);
  expect(lengthOf('7003aabbcc05')).toBe(39);
});

test('an amount is 1 to 2^63 - 1', () => {
  expect(lengthOf('1000')).toBe(0);
  expect(lengthOf(`10ff${'ff'.repeat(7)}7f`)).toBe(43);
  expect(lengthOf(`10ff${'00'.repeat(7)}80`)).toBe(0);
});

test.each([
  ['nothing stated', '00'],
  ['a reserved bit', 'b001'],
  ['a capability of 3', '23'],
  ['a capability without an item', '1101'],
  ['a commitment without an item', '5001aa01'],
  ['a commitment of nothing', '6000'],
])('%s is no prefix', (_name, rest) => {
  expect(lengthOf(rest)).toBe(0);
});

test('what is cut short, or begins with another byte, is no prefix', () => {
  const whole = decodeHex(`ef${CATEGORY}7003aabbcc05`);
  for (let length = 0; length < whole.length; length++) expect(tokenPrefixLength(whole.subarray(0, length))).toBe(0);
  expect(tokenPrefixLength(whole)).toBe(whole.length);
  expect(tokenPrefixLength(whole.with(0, 0xee))).toBe(0);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/token-prefix.txt');
});
