import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofBase58Address from '../utxo/base58-address.ts';
import * as ofTronJson from './tron-json.ts';

const recorded = new WatchedResults();
const { encodeBase58Check } = recorded.watch(ofBase58Address);
const {
  isRecord,
  parseTronJson,
  readAmount,
  readNumber,
  readRecord,
  readRows,
  readTronBytes,
  readTronHash,
  readTronKey,
  toTronKey,
} = recorded.watch(ofTronJson);

const PLACE = { height: 1, item: 'transaction', index: 0 };
const KEY = 'ab'.repeat(20);

/** Why something was refused. */
function refusal(read: () => unknown): string {
  try {
    return `not refused: ${read()}`;
  } catch (error) {
    return AppError.is(error, 'inconsistent') ? error.message : `another failure: ${error}`;
  }
}

describe('JSON of a TRON node', () => {
  test('keeps every digit of whole numbers that a double cannot hold, and leaves others and texts alone', () => {
    const text =
      '{"a":9223372036854775807,"b":[-9007199254740993],"c":1234567890123456,"d":"9223372036854775807","e":0.5}';
    expect(parseTronJson(text)).toEqual({
      a: 9_223_372_036_854_775_807n,
      b: [-9_007_199_254_740_993n],
      c: 1_234_567_890_123_456,
      d: '9223372036854775807',
      e: 0.5,
    });
    expect(parseTronJson('[1234567890123456.5]')).toEqual([1_234_567_890_123_456.5]);
    expect(() => parseTronJson('<html>')).toThrow('An answer of the TRON node is not JSON.');
  });

  test('takes what is absent for nothing, and refuses what is something else', () => {
    expect([readRows(undefined, PLACE, 'x'), readRows(null, PLACE, 'x'), readRows([1], PLACE, 'x')]).toEqual([
      [],
      [],
      [1],
    ]);
    expect([isRecord({}), isRecord([]), isRecord(null), isRecord('x')]).toEqual([true, false, false, false]);
    for (const value of [{}, 'x', 1])
      expect(refusal(() => readRows(value, PLACE, 'ret'))).toContain('where the list ret belongs');
    for (const value of [[], null, 'x'])
      expect(refusal(() => readRecord(value, PLACE, 'a log'))).toContain('where a log belongs');
  });

  test.each<[unknown, bigint]>([
    [undefined, 0n],
    [null, 0n],
    [0, 0n],
    [5, 5n],
    ['7', 7n],
    [9_223_372_036_854_775_807n, 9_223_372_036_854_775_807n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
  ])('reads the amount %o', (value, amount) => {
    expect(readAmount(value, PLACE, 'amount')).toBe(amount);
  });

  test.each([
    -1,
    '-1',
    0.5,
    2 ** 53,
    9_223_372_036_854_775_808n,
    '9223372036854775808',
    'x',
    '',
    ' 1',
    {},
    '1'.repeat(21),
  ])('reads no amount from %o', (value) => {
    expect(refusal(() => readAmount(value, PLACE, 'amount'))).toContain('which is not an amount');
  });

  test('reads a number up to its bound, 64 digits as a hash and whole bytes as digits', () => {
    expect(readNumber(9, PLACE, 'n', 9)).toBe(9);
    expect(refusal(() => readNumber(10, PLACE, 'n', 9))).toContain('which is above 9');
    expect(readTronHash('AB'.repeat(32), PLACE, 'h')).toBe('ab'.repeat(32));
    for (const value of ['ab'.repeat(31), `${'ab'.repeat(31)}g0`, undefined, 1])
      expect(refusal(() => readTronHash(value, PLACE, 'h'))).toContain('which is not 64 hexadecimal digits');
    expect([readTronBytes(undefined, PLACE, 'd'), readTronBytes(null, PLACE, 'd')]).toEqual(['', '']);
    expect(readTronBytes('0A', PLACE, 'd')).toBe('0a');
    for (const value of ['abc', 'zz', 5])
      expect(refusal(() => readTronBytes(value, PLACE, 'd'))).toContain('not hexadecimal bytes');
  });

  test('reads an address in each of the forms a node writes, and nobody where it is absent', () => {
    const bytes = Uint8Array.from({ length: 21 }, (_, i) => (i === 0 ? 0x41 : 0xab));
    for (const text of [KEY, `41${KEY}`, `0x${KEY}`, `0x41${KEY}`, KEY.toUpperCase(), encodeBase58Check(bytes)])
      expect(toTronKey(text)).toBe(KEY);
    for (const nobody of [undefined, null, '']) expect(toTronKey(nobody)).toBe('');
    const other = encodeBase58Check(bytes.with(0, 0x42));
    for (const text of [`${KEY}00`, KEY.slice(2), other, `T${'1'.repeat(33)}`, 5, {}]) {
      expect(toTronKey(text)).toBeUndefined();
      expect(refusal(() => readTronKey(text, PLACE, 'owner_address'))).toContain('which is not a TRON address');
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/tron-json.txt');
});
