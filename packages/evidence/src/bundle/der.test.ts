import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofDer from './der.ts';
import { OCTETS, SEQUENCE } from './der.ts';

const recorded = new WatchedResults();
const { partAt, readDer, readDerTime } = recorded.watch(ofDer);

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const octets = (length: string, size: number): Uint8Array => bytesOf(`04${length}${'ab'.repeat(size)}`);

describe('parts of DER', () => {
  test.each([
    ['7f', 0x7f],
    ['8180', 0x80],
    ['820123', 0x123],
    ['83010203', 0x10203],
  ])('of a length written as %s are read whole', (length, size) => {
    const [part, ...more] = readDer(octets(length, size));
    expect(more).toEqual([]);
    expect(part?.tag).toBe(OCTETS);
    expect(Buffer.compare(part?.body ?? bytesOf(''), octets('', size).subarray(1))).toBe(0);
    expect(Buffer.compare(part?.raw ?? bytesOf(''), octets(length, size))).toBe(0);
    expect(() => readDer(octets(length, size - 1))).toThrow(RangeError);
  });

  test('follow each other, and are found by their places', () => {
    const outer = bytesOf('300704010104020203');
    expect(readDer(outer)).toHaveLength(1);
    expect(readDer(bytesOf('04010105000402aabb')).map(({ tag, body }) => [tag, body.length])).toEqual([
      [OCTETS, 1],
      [5, 0],
      [OCTETS, 2],
    ]);
    expect(partAt(outer, 0).tag).toBe(SEQUENCE);
    expect([...partAt(outer, 0, 1).body]).toEqual([2, 3]);
    expect(() => partAt(outer, 0, 2)).toThrow('missing');
  });

  test.each(['0480', '048401000000', '1f01', '3f8101', '04'])('%s is none', (hex) => {
    expect(() => readDer(bytesOf(hex))).toThrow(RangeError);
  });
});

test('times have two or four digits of a year, and a fraction that is cut off', () => {
  const read = (tag: number, text: string) => {
    const body = new TextEncoder().encode(text);
    return readDerTime({ tag, raw: body, body });
  };
  expect(read(0x18, '20261120140500Z')).toBe(Date.UTC(2026, 10, 20, 14, 5) / 1000);
  expect(read(0x18, '20261120140500.999Z')).toBe(Date.UTC(2026, 10, 20, 14, 5) / 1000);
  expect(read(0x17, '491231235959Z')).toBe(Date.UTC(2049, 11, 31, 23, 59, 59) / 1000);
  expect(read(0x17, '500101000000Z')).toBe(Date.UTC(1950, 0, 1) / 1000);
  for (const text of ['20261320140500Z', '20261120140500', '261120140500Z', 'Z'])
    expect(() => read(0x18, text)).toThrow('This is no time.');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/der.txt');
});
