import { describe, expect, test } from 'vitest';
import { MAX_BUNDLE_BYTES } from './bundle-format.ts';
import { checkName, readStoredZip, writeStoredZip } from './stored-zip.ts';

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
