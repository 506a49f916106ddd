import { expect, test } from 'vitest';
import { ColumnWriter } from './column-writer.ts';

/** The bytes of a column in which each value was written. */
function write(put: (column: ColumnWriter) => void): Buffer {
  const column = new ColumnWriter();
  put(column);
  return Buffer.from(column.view());
}

test.each([0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 5 * 2 ** 32, Number.MAX_SAFE_INTEGER])(
  'the integer %d takes eight bytes, the lowest first',
  (value) => {
    expect(write((column) => column.u64(value)).readBigUInt64LE()).toBe(BigInt(value));
  },
);

test.each([
  0n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 192n,
  2n ** 255n + 7n,
  2n ** 256n - 1n,
])('the amount %d takes 32 bytes, whatever stood there before', (value) => {
  const column = new ColumnWriter();
  column.u256(2n ** 256n - 1n);
  column.clear();
  column.u256(value);
  const bytes = Buffer.from(column.view()).reverse();
  expect(bytes).toHaveLength(32);
  expect(BigInt(`0x${bytes.toString('hex')}`)).toBe(value);
});

test('hex of any length is its bytes after their number, also where it is repeated', () => {
  const texts = [
    '',
    'ab',
    'ab',
    'aBcDeF',
    '00ff'.repeat(5),
    '00ff'.repeat(5),
    'cd'.repeat(127),
    'ef'.repeat(129),
    '01',
  ];
  const bytes = write((column) => {
    for (const text of texts) column.hex(text);
  });
  let at = 0;
  for (const text of texts) {
    const size = text.length / 2;
    const head = size < 128 ? [size] : [(size & 0x7f) | 0x80, size >> 7];
    expect([...bytes.subarray(at, at + head.length)]).toEqual(head);
    at += head.length;
    expect(bytes.subarray(at, at + size).toString('hex')).toBe(text.toLowerCase());
    at += size;
  }
  expect(at).toBe(bytes.length);
});

test('bytes of a fixed length begin where they are requested, and a prefix is the first eight as an integer', () => {
  const hash = '0123456789abcdef'.repeat(4);
  expect(write((column) => column.fixed(hash)).toString('hex')).toBe(hash);
  expect(write((column) => column.fixed(hash, 16)).toString('hex')).toBe(hash.slice(16));
  expect(write((column) => column.prefix(hash)).readBigUInt64LE()).toBe(0x0123456789abcdefn);
});

test('a number that may be missing is distinguished from zero', () => {
  expect([...write((column) => column.optional(undefined))]).toEqual([0]);
  expect([...write((column) => column.optional(0n))]).toEqual([1, 0]);
  expect([...write((column) => column.optional(0x1ffn))]).toEqual([2, 1, 0xff]);
});
