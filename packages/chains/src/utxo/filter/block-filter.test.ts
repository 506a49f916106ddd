import { readFileSync } from 'node:fs';
import { decodeHex, displayHash, encodeHex, internalHash } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerLength } from '../block.ts';
import { ByteReader } from '../byte-reader.ts';
import { readTransaction } from '../transaction.ts';
import {
  buildBlockFilter,
  chanceOfFalseMatch,
  FALSE_MATCH_ONE_IN,
  listFilterItems,
  matchBlockFilter,
  toFilterHeader,
} from './block-filter.ts';
import { describeTooManyScripts } from './filter-limit.ts';
import { createSipHash } from './sip-hash.ts';

interface Vector {
  readonly height: number;
  readonly hash: string;
  readonly block: string;
  readonly spent: readonly string[];
  readonly previousHeader: string;
  readonly filter: string;
  readonly header: string;
  readonly note: string;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../vectors/block-filters.json', import.meta.url), 'utf8'),
) as readonly Vector[];

function listPaid(raw: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(raw, headerLength(raw, { auxPow: false }));
  const transactions = Array.from({ length: reader.count(10) }, () => readTransaction(reader));
  return transactions.flatMap(({ outputs }) => outputs.map(({ script }) => script));
}

const itemsOf = ({ block, spent }: Vector) => listFilterItems(listPaid(decodeHex(block)), spent.map(decodeHex));

test('SipHash-2-4 gives the values of the paper and of its authors’ table', () => {
  const hash = createSipHash(Uint8Array.from({ length: 16 }, (_, i) => i));
  const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => i);
  expect(hash(bytes(15))).toBe(0xa129ca6149be45e5n);
  expect(hash(bytes(0))).toBe(0x726fdb47dd0e0e31n);
  expect(hash(bytes(1))).toBe(0x74f839c593dc67fdn);
  expect(hash(bytes(8))).toBe(0x93f5f5799a932462n);
});

test('a key of SipHash that is not 16 bytes long is a fault of ours', () => {
  expect(() => createSipHash(new Uint8Array(15))).toThrow('16 bytes, not 15');
});

describe.each(VECTORS.map((vector) => [vector.height, vector] as const))('block %i of the vectors', (_, vector) => {
  test('has the filter and the filter header of BIP 158', () => {
    const filter = buildBlockFilter(internalHash(vector.hash), itemsOf(vector));
    expect(encodeHex(filter)).toBe(vector.filter);
    expect(displayHash(toFilterHeader(filter, internalHash(vector.previousHeader)))).toBe(vector.header);
  });

  test('matches each of its scripts', () => {
    const items = itemsOf(vector);
    const matched = matchBlockFilter(decodeHex(vector.filter), internalHash(vector.hash), items);
    expect(matched).toEqual(items.map((_, i) => i));
  });
});

test('OP_RETURN and empty scripts are no items, and a script that is paid and spent is one', () => {
  const [data, pay] = [Uint8Array.of(0x6a, 1, 7), Uint8Array.of(0x51)];
  expect(listFilterItems([data, pay, new Uint8Array(0)], [pay, new Uint8Array(0)])).toEqual([pay]);
});

const scripts = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 60, selector: encodeHex });
const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('every script that a filter was built of matches it, whatever else is looked for', () => {
  fc.assert(
    fc.property(hashes, scripts, scripts, (hash, items, others) => {
      const matched = new Set(matchBlockFilter(buildBlockFilter(hash, items), hash, [...others, ...items]));
      return items.every((_, i) => matched.has(others.length + i));
    }),
  );
});

test('a filter that is cut, or continued, is refused', () => {
  fc.assert(
    fc.property(hashes, scripts, fc.nat(), (hash, items, place) => {
      const filter = buildBlockFilter(hash, items);
      expect(() => matchBlockFilter(Uint8Array.of(...filter, 0), hash, [])).toThrow(/bytes follow its last item/);
      if (items.length > 0) {
        const cut = filter.subarray(0, place % filter.length);
        expect(() => matchBlockFilter(cut, hash, [])).toThrow(/filter cannot be read|Malformed at byte/);
      }
    }),
  );
});

test('bytes of a stranger are a filter or are refused as invalid', () => {
  fc.assert(
    fc.property(hashes, fc.uint8Array({ maxLength: 80 }), (hash, bytes) => {
      try {
        matchBlockFilter(bytes, hash, [Uint8Array.of(1)]);
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid' });
      }
    }),
  );
});

test('a value that no item can have, and padding that is not zero, are refused', () => {
  const hash = new Uint8Array(32);
  // One item whose quotient is 3: at least 3 × 2^19, and the range of one item ends at 784,931.
  expect(() => matchBlockFilter(Uint8Array.of(1, 0xe0, 0, 0), hash, [])).toThrow('item 1 is out of range');
  expect(() => matchBlockFilter(Uint8Array.of(1, 0, 0, 1), hash, [])).toThrow('its padding is not zero');
  expect(() => matchBlockFilter(Uint8Array.of(0xfd, 1, 0, 0, 0, 0), hash, [])).toThrow('shortest form');
});

test('of scripts that are not in the block about one in 784,931 matches', () => {
  const toScript = (number: number) => Uint8Array.of(0x51, number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff);
  const items = Array.from({ length: 400 }, (_, i) => toScript(i + 9_000_000));
  const others = Array.from({ length: 20_000 }, (_, i) => toScript(i));
  let matches = 0;
  for (let block = 1; block <= 100; block++) {
    const hash = new Uint8Array(32).fill(block);
    matches += matchBlockFilter(buildBlockFilter(hash, items), hash, others).length;
  }
  // 2.5 are expected of two million; the hashes are the same each time, and so is the count.
  expect(matches).toBe(2);
});

test('the share of blocks that match by chance follows from the number of scripts', () => {
  expect(chanceOfFalseMatch(0)).toBe(0);
  expect(chanceOfFalseMatch(1)).toBeCloseTo(1 / FALSE_MATCH_ONE_IN, 12);
  expect(chanceOfFalseMatch(50_000)).toBeCloseTo(0.0617, 4);
  expect(chanceOfFalseMatch(1_000_000)).toBeCloseTo(0.7203, 4);
});

test('more than 50,000 scripts are too many, and the sentence says what they would mean', () => {
  expect(describeTooManyScripts(50_000)).toBeUndefined();
  expect(describeTooManyScripts(250_000)).toContain('250,000: 27.3 % of all blocks would match by chance');
});
