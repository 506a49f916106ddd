import { createHash } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofSalted from './salted.ts';
import { isDigest, isSalt } from './salted.ts';
import * as ofStrictJson from './strict-json.ts';

const recorded = new WatchedResults();
const { decodeList, digestOfEntry, leafOfFile, leafOfList } = recorded.watch(ofSalted);
const { encodeJson } = recorded.watch(ofStrictJson);

const SALT = '0102030405060708090a0b0c0d0e0f10';
const sha = (...parts: (Uint8Array | Buffer)[]): string =>
  createHash('sha256').update(Buffer.concat(parts)).digest('hex');
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** The root of RFC 6962 as its text defines it, by halves. */
function treeOf(leaves: readonly Buffer[]): string {
  if (leaves.length === 0) return sha();
  const [only] = leaves;
  if (only && leaves.length === 1) return sha(hex('00'), only);
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha(hex('01'), hex(treeOf(leaves.slice(0, half))), hex(treeOf(leaves.slice(half))));
}

test('the leaf of a file is the hash of its salt and its content', () => {
  expect(leafOfFile(SALT, Buffer.from('{}'))).toBe(sha(hex(SALT), Buffer.from('{}')));
});

describe('a list', () => {
  const entries = [1, 'two', null, { three: 3 }, [4], 5, 6].map((value) => ({ salt: SALT, value }));

  test('has the root of RFC 6962 over the digests of its entries, whatever their number', () => {
    for (let count = 0; count <= entries.length; count++) {
      const some = entries.slice(0, count);
      const digests = some.map(({ salt, value }) => hex(sha(hex(salt), encodeJson({ value }))));
      expect(leafOfList(some)).toBe(treeOf(digests));
      expect(leafOfList(some.map((entry) => ({ digest: digestOfEntry(entry) })))).toBe(leafOfList(some));
    }
  });

  test('is read where each entry is a salt with a value or a digest', () => {
    const digest = 'ab'.repeat(32);
    const good = [{ salt: SALT, value: null }, { digest }];
    expect(decodeList('x.json', encodeJson(good))).toEqual(good);
    const wrong: object[] = [
      { salt: SALT },
      { salt: SALT, value: 1, more: 2 },
      { value: 1, more: 2 },
      { digest, value: 1 },
      { digest: 'ab' },
      { salt: SALT.slice(1), value: 1 },
      [],
    ];
    for (const entry of wrong)
      expect(() => decodeList('x.json', encodeJson([...good, entry]))).toThrow('entry 2 is neither a salt');
    expect(() => decodeList('x.json', encodeJson({}))).toThrow('it is no list of entries');
  });
});

test('salts have 32 small digits, digests 64', () => {
  expect([SALT, SALT.toUpperCase(), `${SALT}0`, 7].map(isSalt)).toEqual([true, false, false, false]);
  expect(['ab'.repeat(32), 'AB'.repeat(32), 'ab'.repeat(31), 7].map(isDigest)).toEqual([true, false, false, false]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/salted.txt');
});
