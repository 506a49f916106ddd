import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { KeyBranch } from '@trailmark/core/statement/wallet-keys';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discoverAddresses } from './discover-addresses.ts';

const branchOf = (name: string, more: Partial<KeyBranch> = {}): KeyBranch => ({
  chain: 'btc',
  form: 'p2wpkh',
  role: 'receive',
  path: `${name}/*`,
  isRanged: true,
  derive: (index) => [{ path: `${name}/${index}`, key: `${name}-${index}`, address: `${name}:${index}` }],
  ...more,
});

/** A search in which the addresses named were seen, with what it searched. */
function searchOf(branches: readonly KeyBranch[], seen: readonly string[], gapLimit?: number) {
  const asked: (readonly [ChainId, number])[] = [];
  let pauses = 0;
  const done = discoverAddresses(branches, {
    gapLimit,
    lookUp: async (chain, keys) => {
      asked.push([chain, keys.length]);
      return new Map(keys.filter((key) => seen.includes(key)).map((key) => [key, `use of ${key}`]));
    },
    pause: async () => void pauses++,
  });
  return { done, asked, pauses: () => pauses };
}

describe('discovery of used addresses', () => {
  test('a branch without use ends after the gap limit, in one search', async () => {
    const { done, asked } = searchOf([branchOf('a')], []);
    expect(await done).toMatchObject([
      {
        path: 'a/*',
        found: [],
        looked: 20,
        highestUsed: undefined,
        unused: 0,
        largestGap: 0,
        isNearLimit: false,
        isCut: false,
      },
    ]);
    expect(asked).toEqual([['btc', 20]]);
  });

  test('the last address within the limit is found, and one beyond it is not', async () => {
    const [inside] = await searchOf([branchOf('a')], ['a-19'], 20).done;
    expect(inside).toMatchObject({ highestUsed: 19, looked: 40, unused: 19, largestGap: 19, isNearLimit: true });
    const [outside] = await searchOf([branchOf('a')], ['a-20'], 20).done;
    expect(outside).toMatchObject({ highestUsed: undefined, looked: 20 });
  });

  test('use moves the end of the search on, and gaps are counted', async () => {
    const [finding] = await searchOf([branchOf('a')], ['a-0', 'a-3', 'a-9', 'a-12', 'a-99'], 10).done;
    expect(finding?.found.map(({ index, use }) => [index, use])).toEqual([
      [0, 'use of a-0'],
      [3, 'use of a-3'],
      [9, 'use of a-9'],
      [12, 'use of a-12'],
    ]);
    expect(finding).toMatchObject({ highestUsed: 12, looked: 23, unused: 9, largestGap: 5, isNearLimit: true });
  });

  test('branches are walked in step, with one search per chain and round', async () => {
    const branches = [branchOf('a'), branchOf('b'), branchOf('e', { chain: 'eth' })];
    const { done, asked } = searchOf(branches, ['a-4', 'e-0'], 5);
    expect((await done).map(({ highestUsed }) => highestUsed)).toEqual([4, undefined, 0]);
    expect(asked).toEqual([
      ['btc', 10],
      ['eth', 5],
      ['btc', 5],
      ['eth', 1],
    ]);
  });

  test('a fixed address is looked at once, and every address of an index counts for it', async () => {
    const fixed = branchOf('f', { isRanged: false });
    const both = branchOf('c', {
      derive: (index) => ['x', 'y'].map((name) => ({ path: `${index}`, key: `${name}-${index}`, address: name })),
    });
    const [one, two] = await searchOf([fixed, both], ['f-0', 'x-1', 'y-1'], 3).done;
    expect(one).toMatchObject({ looked: 1, highestUsed: 0, isCut: false });
    expect(two).toMatchObject({ looked: 5, highestUsed: 1, unused: 1 });
    expect(two?.found).toHaveLength(2);
  });

  test.each([0, -1, 0.5, 1_001, 1_000_000, Number.NaN, Number.POSITIVE_INFINITY])(
    'a gap limit of %s is refused',
    async (gapLimit) => {
      const { done, asked } = searchOf([branchOf('a')], [], gapLimit);
      await expect(done).rejects.toThrow('The gap limit is a whole number from 1 to 1,000');
      expect(asked).toEqual([]);
    },
  );

  test('a wallet without end is cut, and says so', async () => {
    const endless = discoverAddresses([branchOf('a')], {
      gapLimit: 1_000,
      lookUp: async (_, keys) => new Map(keys.map((key) => [key, true])),
      pause: async () => undefined,
    });
    expect(await endless).toMatchObject([{ looked: 20_000, highestUsed: 19_999, isCut: true }]);
  });

  test('more addresses than a search may derive are refused', async () => {
    const branches = Array.from({ length: 64 }, (_, i) => branchOf(`b${i}`));
    const endless = discoverAddresses(branches, {
      gapLimit: 1_000,
      lookUp: async (_, keys) => new Map(keys.map((key) => [key, true])),
      pause: async () => undefined,
    });
    await expect(endless).rejects.toThrow('more than 200,000 addresses');
  });

  test('a cancelled search derives no more', async () => {
    const controller = new AbortController();
    let derived = 0;
    const branch = branchOf('a', {
      derive: (index) => {
        if (++derived === 100) controller.abort(new AppError('unavailable', 'Cancelled.'));
        return [{ path: '', key: String(index), address: '' }];
      },
    });
    const done = discoverAddresses([branch], {
      gapLimit: 1_000,
      lookUp: async () => new Map(),
      pause: async () => controller.signal.throwIfAborted(),
    });
    await expect(done).rejects.toThrow('Cancelled.');
    expect(derived).toBeLessThan(200);
  });

  test('finds what a search without rounds finds, for any wallet', () => {
    const used = fc.uniqueArray(fc.nat(60), { maxLength: 12 });
    return fc.assert(
      fc.asyncProperty(used, fc.integer({ min: 1, max: 15 }), async (indexes, gapLimit) => {
        const [finding] = await searchOf(
          [branchOf('a')],
          indexes.map((i) => `a-${i}`),
          gapLimit,
        ).done;
        const expected: number[] = [];
        for (let index = 0, gap = 0; gap < gapLimit; index++) {
          const isUsed = indexes.includes(index);
          if (isUsed) expected.push(index);
          gap = isUsed ? 0 : gap + 1;
        }
        expect(finding?.found.map(({ index }) => index)).toEqual(expected);
        expect(finding?.looked).toBe((expected.at(-1) ?? -1) + 1 + gapLimit);
      }),
    );
  });
});
