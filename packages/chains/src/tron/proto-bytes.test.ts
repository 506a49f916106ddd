import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofProtoBytes from './proto-bytes.ts';
import { ProtoWriter } from './proto-bytes.ts';

const recorded = new WatchedResults();
const { lastField, readProto } = recorded.watch(ofProtoBytes);

test('what is written is read back, numbers of every length and bytes, field by field', () => {
  const numbers = [1n, 127n, 128n, 16_383n, 16_384n, 2n ** 63n, 2n ** 64n - 1n];
  const long = new Uint8Array(300).fill(9);
  const writer = new ProtoWriter();
  for (const [i, value] of numbers.entries()) writer.number(i + 1, value);
  writer.bytes(15, Uint8Array.of(1, 2)).bytes(16, long).bytes(17, new Uint8Array(0), true).number(2_000, 5n);
  expect(readProto(writer.finish())).toEqual([
    ...numbers.map((value, i) => ({ number: i + 1, value })),
    { number: 15, value: Uint8Array.of(1, 2) },
    { number: 16, value: long },
    { number: 17, value: new Uint8Array(0) },
    { number: 2_000, value: 5n },
  ]);
});

test('a number below zero is written as its 64 bits, and zero and no bytes are left out', () => {
  const writer = new ProtoWriter().number(1, 0n).bytes(2, new Uint8Array(0)).number(3, -1n);
  expect(readProto(writer.finish())).toEqual([{ number: 3, value: 2n ** 64n - 1n }]);
});

test('of a field that occurs twice the last counts', () => {
  const writer = new ProtoWriter().number(1, 5n).number(2, 6n).number(1, 7n);
  expect(lastField(readProto(writer.finish()), 1)).toBe(7n);
  expect([lastField(undefined, 1), lastField([], 1)]).toEqual([undefined, undefined]);
});

test('bytes that are no message are refused at every cut, and so are other kinds of fields', () => {
  const whole = new ProtoWriter()
    .number(1, 300n)
    .bytes(2, Uint8Array.of(1, 2, 3))
    .finish();
  const ends = [0, 3, 8];
  for (let length = 0; length <= whole.length; length++) {
    const read = readProto(whole.subarray(0, length));
    expect([length, read !== undefined]).toEqual([length, ends.includes(length)]);
  }
  for (const wire of [1, 3, 4, 5, 6, 7]) expect(readProto(Uint8Array.of(8 + wire, 0))).toBeUndefined();
  expect(readProto(Uint8Array.of(8, ...new Uint8Array(10).fill(0x80), 0))).toBeUndefined();
  expect(readProto(Uint8Array.of(0x80, 0x80))).toBeUndefined();
  expect(readProto(Uint8Array.of(18, 4, 1, 2, 3))).toBeUndefined();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/proto-bytes.txt');
});
