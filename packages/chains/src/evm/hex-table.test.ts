import { encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { HexTable } from './hex-table.ts';
import * as ofKeccak from './keccak.ts';

const recorded = new WatchedResults();
const { keccak256 } = recorded.watch(ofKeccak);

/** Digits of a number, as they are in an answer. */
function digitsOf(number: number, length: 40 | 64): Uint8Array {
  return new TextEncoder().encode(number.toString(16).padStart(length, '0'));
}

describe.each([40, 64] as const)('a table of %i digits', (length) => {
  test('gives what it has met before the index it has, whatever it met in between', () => {
    const table = new HexTable();
    const first = table.find(digitsOf(7, length), 0, length);
    const other = table.find(new TextEncoder().encode(`f1${'e2'.repeat(31)}`), 0, 64);
    expect(other).not.toBe(first);
    expect(table.find(digitsOf(7, length), 0, length)).toBe(first);
    expect(table.key(first)).toBe('7'.padStart(40, '0'));
  });

  test('distinguishes thousands that differ in their first digits alone, though many share a place', () => {
    const table = new HexTable();
    for (let number = 0; number < 4_000; number++) {
      const digits = digitsOf(7, length);
      digits.set(digitsOf(number, 40).subarray(32));
      expect(table.find(digits, 0, length)).toBe(number);
    }
  });

  test('refuses digits in capitals and what is no digit, at either end', () => {
    const table = new HexTable();
    for (const at of [0, length - 1]) {
      for (const wrong of ['A', 'g', ' ', '"']) {
        const digits = digitsOf(7, length);
        digits[at] = wrong.charCodeAt(0);
        expect(table.find(digits, 0, length)).toBe(-1);
      }
    }
  });

  test('remembers 32,768 and then starts afresh, and what it then gives is right', () => {
    const table = new HexTable();
    for (let number = 0; number < 32_768; number++)
      expect(table.find(digitsOf(number, length), 0, length)).toBe(number);
    for (const number of [32_768, 3, 70_000]) {
      const index = table.find(digitsOf(number, length), 0, length);
      expect(index).toBeLessThan(3);
      expect(table.key(index)).toBe(number.toString(16).padStart(40, '0'));
    }
    expect(table.find(digitsOf(3, length), 0, length)).toBe(1);
  });
});

test('an address and a topic with the same digits are two entries', () => {
  const table = new HexTable();
  const topic = table.find(digitsOf(7, 64), 0, 64);
  expect(table.find(digitsOf(7, 40), 0, 40)).not.toBe(topic);
});

test('the bits of an entry are those that its hash names (yellow paper, 4.3.1)', () => {
  const table = new HexTable();
  const bloom = new Uint8Array(256);
  table.addTo(bloom, table.find(digitsOf(7, 40), 0, 40));
  const address = Uint8Array.from({ length: 20 }, (_, i) => (i === 19 ? 7 : 0));
  const hash = keccak256(address);
  const expected = new Uint8Array(256);
  for (const i of [0, 2, 4]) {
    const bit = (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) % 2048;
    expected[255 - Math.floor(bit / 8)] = (expected[255 - Math.floor(bit / 8)] ?? 0) | (1 << (bit % 8));
  }
  expect(encodeHex(bloom)).toBe(encodeHex(expected));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/hex-table.txt');
});
