import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askEverything,
  dumpAccountTables,
  type OpenAccountStore,
  openAccountStore,
} from '../testing/account-store-harness.ts';
import { createArrayAccountReader } from '../testing/array-account-reader.ts';
import { LARGEST_AMOUNT, randomAccountBlocks, randomAddress } from '../testing/random-account-blocks.ts';

let open: OpenAccountStore;

beforeAll(async () => {
  open = await openAccountStore();
});

afterAll(async () => {
  await open.close();
});

const heightsOf = (blocks: readonly { height: number }[]): number[] => blocks.map(({ height }) => height);

test('the store answers every question about a random ledger as plain arrays do', async () => {
  const { reader, writer } = open.store;
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 1, max: 14 }),
      fc.integer({ min: 1, max: 6 }),
      async (seed, count, batch) => {
        await writer.invalidate(0);
        const blocks = randomAccountBlocks({ seed, blocks: count });
        for (let from = 0; from < blocks.length; from += batch) await writer.commit(blocks.slice(from, from + batch));
        const heights = heightsOf(blocks);
        expect(await askEverything(reader, heights)).toEqual(
          await askEverything(createArrayAccountReader(blocks), heights),
        );
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
});

test('the same blocks in batches of another size are the same rows', async () => {
  const blocks = randomAccountBlocks({ seed: 3, blocks: 12 });
  const dumps = [];
  for (const size of [1, 5, 12]) {
    await open.store.writer.invalidate(0);
    for (let from = 0; from < blocks.length; from += size)
      await open.store.writer.commit(blocks.slice(from, from + size));
    dumps.push(await dumpAccountTables(open.host.facts));
  }
  expect(dumps[1]).toEqual(dumps[0]);
  expect(dumps[2]).toEqual(dumps[0]);
  expect(dumps[0]?.moves?.length).toBeGreaterThan(50);
});

test('sums beyond 2^256 do not wrap', async () => {
  await open.store.writer.invalidate(0);
  const [from, to] = [randomAddress(0), randomAddress(1)];
  const block = randomAccountBlocks({ seed: 1, blocks: 1, transactionsEach: 0 })[0];
  if (!block) throw new Error('A block is expected.');
  const move = { kind: 'reward', asset: '', from, to, amount: LARGEST_AMOUNT, flags: 0 } as const;
  const moves = [move, move, move].map((each) => ({
    ...each,
    tokenId: undefined,
    logIndex: undefined,
    tracePath: undefined,
  }));
  await open.store.writer.commit([{ ...block, moves }]);
  const { reader } = open.store;
  expect(await reader.balanceAt(to, '', Number.MAX_SAFE_INTEGER)).toBe(3n * LARGEST_AMOUNT);
  expect(await reader.balanceAt(from, '', Number.MAX_SAFE_INTEGER)).toBe(-3n * LARGEST_AMOUNT);
  expect((await reader.totals([to])).get(to)?.native?.received).toBe(3n * LARGEST_AMOUNT);
  const { items } = await reader.counterparties(to, { sort: 'received', offset: 0, limit: 5 });
  expect(items[0]?.receivedFrom).toBe(3n * LARGEST_AMOUNT);
});

test('a cancelled question is refused as unavailable', async () => {
  const signal = AbortSignal.abort();
  await expect(open.store.reader.totals([randomAddress(0)], { signal })).rejects.toMatchObject({ kind: 'unavailable' });
});

test('the latest that a token contract states about itself counts, also the bytes of hostile names', async () => {
  const { reader, writer } = open.store;
  const contract = 'ab'.repeat(20);
  await writer.putTokens([{ contract, symbol: undefined, name: '', decimals: 77, height: 1 }]);
  const hostile = { contract, symbol: 'US\u0000DT\u202e"\'\\', name: '<b>', decimals: 0, height: undefined };
  await writer.putTokens([hostile]);
  expect([...(await reader.tokens([contract, 'cd'.repeat(20)])).values()]).toEqual([hostile]);
});

test('two chains of one store share no row', async () => {
  const other = await open.host.accountChain('polygon');
  await open.store.writer.invalidate(0);
  const blocks = randomAccountBlocks({ seed: 4, blocks: 2 });
  await other.writer.commit(blocks);
  expect(open.store.reader.tip()).toBeUndefined();
  expect((await open.store.reader.totals([randomAddress(0), randomAddress(1)])).size).toBe(0);
  expect((await other.reader.totals([randomAddress(0), randomAddress(1)])).size).toBeGreaterThan(0);
  expect(await open.host.accountChain('polygon')).toBe(other);
});
