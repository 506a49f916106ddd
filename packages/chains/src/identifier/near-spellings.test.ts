import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofNearSpellings from './near-spellings.ts';

const recorded = new WatchedResults();
const { findNearSpellings } = recorded.watch(ofNearSpellings);

const VALID = [
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
];

describe.each(VALID)('%s', (valid) => {
  test('has no other spelling while its checksum holds', () => {
    expect(findNearSpellings(valid)).toEqual([]);
  });

  test('is found again when one character was read wrongly, with its place', () => {
    for (const at of [8, valid.length - 1]) {
      const other = valid.charAt(at) === '7' ? '8' : '7';
      const wrong = valid.slice(0, at) + other + valid.slice(at + 1);
      expect(findNearSpellings(wrong)).toContainEqual({ text: valid, at, was: other, instead: valid.charAt(at) });
    }
  });

  test('is found again when two neighbours changed places', () => {
    const at = 10;
    const [a = '', b = ''] = [valid.charAt(at), valid.charAt(at + 1)];
    const wrong = valid.slice(0, at) + b + a + valid.slice(at + 2);
    expect(findNearSpellings(wrong).map(({ text }) => text)).toContain(valid);
  });
});

test('a character that the alphabet lacks is the one that is wrong', () => {
  expect(findNearSpellings('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVNO').map(({ at }) => at)).toEqual([33]);
  expect(findNearSpellings('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVOO')).toEqual([]);
});

test('a text without a checksum, or of any other kind, has none', () => {
  const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
  for (const text of ['', 'hello', lower, '832918', 'a'.repeat(2000), '1'.repeat(34)])
    expect(findNearSpellings(text)).toEqual([]);
});

test('the slowest alphabet costs less than a fifth of a second of the processor', async () => {
  expect(await countCpuMs(() => findNearSpellings('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3'))).toBeLessThan(200);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/near-spellings.txt');
});
