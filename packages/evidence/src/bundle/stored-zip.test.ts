import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { MAX_BUNDLE_BYTES } from './bundle-format.ts';
import * as ofStoredZip from './stored-zip.ts';

const recorded = new WatchedResults();
const { checkName, readStoredZip, writeStoredZip } = recorded.watch(ofStoredZip);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = new Map([
  ['b/two.json', encode('{"b":2}')],
  ['a.json', encode('{}')],
  ['empty', new Uint8Array()],
]);
const bytes = writeStoredZip(files);

/** The archive with the bytes from a place on replaced. */
function changed(at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

describe('an archive', () => {
  test('gives back its files, in the order of their names', () => {
    const read = readStoredZip(bytes);
    expect([...read.files]).toEqual([
      ['a.json', encode('{}')],
      ['b/two.json', encode('{"b":2}')],
      ['empty', new Uint8Array()],
    ]);
    expect(read.damaged).toEqual([]);
    expect([...readStoredZip(writeStoredZip(new Map())).files]).toEqual([]);
  });

  test('has the same bytes whatever the order of its files', () => {
    expect(writeStoredZip(new Map([...files].reverse()))).toEqual(bytes);
  });

  test('names the file whose content was changed', () => {
    const at = Buffer.from(bytes).indexOf('{"b":2}');
    expect(readStoredZip(changed(at + 5, 0x33)).damaged).toEqual(['b/two.json']);
  });

  test('is refused for any other byte of its heads, its list and its end', () => {
    const contents = ['{}', '{"b":2}'].map((text) => [Buffer.from(bytes).indexOf(text), text.length] as const);
    const taken: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      if (contents.some(([from, length]) => at >= from && at < from + length)) continue;
      try {
        readStoredZip(changed(at, (bytes[at] ?? 0) ^ 1));
        taken.push(at);
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid' });
      }
    }
    expect(taken).toEqual([]);
  });

  test('is refused for a name that occurs twice, or in another case, or out of order', () => {
    const rename = (from: string, to: string) => {
      const pair = Buffer.from(writeStoredZip(new Map(['a', 'b'].map((name) => [name, encode('=')]))));
      for (let at = pair.indexOf(from); at >= 0; at = pair.indexOf(from, at)) pair.write(to, at);
      return () => readStoredZip(pair);
    };
    expect(rename('b', 'a')).toThrow('two items have this name');
    expect(rename('b', 'A')).toThrow('two items have this name');
    expect(rename('a', 'c')).toThrow('it is listed after c');
    expect(rename('a', 'Z')).not.toThrow();
  });

  test('is refused where its end counts other items than its list has', () => {
    const end = bytes.length - 22;
    for (const count of [2, 4])
      expect(() => readStoredZip(changed(end + 8, count, 0, count, 0))).toThrow(`it states ${count} items and has 3`);
  });

  test('is refused where bytes are between its items and its list, or an item reaches over them', () => {
    const list = Buffer.from(bytes).indexOf(Buffer.of(0x50, 0x4b, 1, 2));
    const wide = Buffer.concat([bytes.subarray(0, list), Buffer.of(0), bytes.subarray(list)]);
    wide.writeUInt32LE(list + 1, wide.length - 6);
    expect(() => readStoredZip(wide)).toThrow('there are bytes between the last item and it');
    // The last item, in its head and in the list: one byte more than there is.
    const long = Buffer.from(bytes);
    const [head, line] = [long.lastIndexOf(Buffer.of(0x50, 0x4b, 3, 4)), long.lastIndexOf(Buffer.of(0x50, 0x4b, 1, 2))];
    for (const at of [head + 18, head + 22, line + 20, line + 24]) long.writeUInt32LE(1, at);
    expect(() => readStoredZip(long)).toThrow('it is said to be longer than the file');
  });

  test('that was cut short is refused by the item it was cut in', () => {
    const second = Buffer.from(bytes).indexOf('b/two.json');
    expect(() => readStoredZip(bytes.subarray(0, second + 12))).toThrow(/b\/two\.json.*cut short/);
    expect(() => readStoredZip(bytes.subarray(0, second - 1))).toThrow(/a\.json.*cut short/);
    for (let length = 0; length < bytes.length; length++)
      expect(() => readStoredZip(bytes.subarray(0, length))).toThrow(`no end after ${length} bytes`);
  });

  test('has 60,000 items at most', () => {
    const many = (count: number) => new Map(Array.from({ length: count }, (_, i) => [`i${i}`, new Uint8Array()]));
    expect(readStoredZip(writeStoredZip(many(60_000))).files.size).toBe(60_000);
    expect(() => writeStoredZip(many(60_001))).toThrow('60,000 items');
  });

  test('of exactly 512 MiB is read, and of a byte more is not', () => {
    const most = 512 * 1024 * 1024;
    expect(MAX_BUNDLE_BYTES).toBe(most);
    expect(() => readStoredZip(new Uint8Array(most))).toThrow('cut short');
    expect(() => readStoredZip(new Uint8Array(most + 1))).toThrow('larger than a bundle can be (512 MiB)');
  });
});

test('a name has 200 letters at most, and none that climbs', () => {
  for (const name of ['a', 'a/b.c', 'x'.repeat(200), 'A-1_2.json']) expect(() => checkName(name)).not.toThrow();
  for (const name of ['', '.', '..', '../a', 'a/../b', '/a', 'a/', 'a//b', 'a\\b', '-a', 'x'.repeat(201), 'é'])
    expect(() => checkName(name)).toThrow('this is no name of an item');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/stored-zip.txt');
});
