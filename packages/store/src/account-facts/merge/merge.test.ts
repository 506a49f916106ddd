import {
  type AccountBlock,
  type AccountTransaction,
  type AddressCoverage,
  BLOCK_HOLDS_ALL,
  HAS_CALL,
  HAS_FEE,
  MOVE_UNPLACED,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dumpAccountTables, type OpenAccountStore, openAccountStore } from '../../testing/account-store-harness.ts';
import { createArrayAccountReader } from '../../testing/array-account-reader.ts';
import { RANDOM_CONTRACTS, randomAccountBlocks, randomAddress } from '../../testing/random-account-blocks.ts';

let open: OpenAccountStore;
beforeAll(async () => {
  open = await openAccountStore();
});
beforeEach(async () => {
  await open.store.writer.invalidate(0);
});
afterAll(async () => {
  await open.close();
});

/** Some of a block's transactions, as a table of single transactions brings them. */
function part(block: AccountBlock, wants: (index: number) => boolean): AccountBlock {
  return {
    ...block,
    holds: block.holds & ~BLOCK_HOLDS_ALL,
    source: 'table of single transactions',
    transactionTotal: undefined,
    transactions: block.transactions.filter(({ index }) => wants(index)),
  };
}

/** What an explorer's lists of one address report about a transaction: its own moves, without their places. */
function viewOf(transaction: AccountTransaction, address: string): AccountTransaction {
  const moves = transaction.moves
    .filter(({ from, to }) => from === address || to === address)
    .map((move) => ({ ...move, logIndex: undefined, tracePath: undefined, flags: move.flags | MOVE_UNPLACED }));
  const has = (kind: string, bit: number): number => (moves.some((move) => move.kind === kind) ? bit : 0);
  return {
    ...transaction,
    index: 2 ** 19 + (Number.parseInt(transaction.hash.slice(0, 4), 16) % 7),
    indexEstimated: true,
    status: 'unknown',
    fee: undefined,
    input: '',
    inputLength: 0,
    holds: has('native', HAS_CALL) | has('fee', HAS_FEE),
    created: '',
    moves,
    logs: [],
    mentions: [],
  };
}

function addressView(blocks: readonly AccountBlock[], address: string): AccountBlock[] {
  return blocks.flatMap((block) => {
    const seen = block.transactions
      .map((transaction) => viewOf(transaction, address))
      .filter(({ moves }) => moves.length > 0);
    const moves = block.moves.filter(({ from, to }) => from === address || to === address);
    if (seen.length + moves.length === 0) return [];
    return [{ ...part(block, () => false), hash: '', producer: '', source: 'explorer', transactions: seen, moves }];
  });
}

async function sumsOf(reader: AccountLedger) {
  const addresses = [...Array.from({ length: 7 }, (_, i) => randomAddress(i)), ...RANDOM_CONTRACTS];
  const totals = await reader.totals(addresses);
  const all = [];
  for (const address of addresses) {
    const page = { offset: 0, limit: 1000 };
    const moves = await reader.moves(address, { order: 'oldest' }, { limit: 10_000 });
    all.push({
      totals: totals.get(address),
      assets: await reader.assetsOf(address, page),
      counterparties: await reader.counterparties(address, { ...page, sort: 'count' }),
      // Order and place within a transaction are not facts of every source.
      moves: moves
        .map(({ position, kind, asset, from, to, amount, tokenId }) =>
          [position, kind, asset, from, to, amount, tokenId].join('|'),
        )
        .sort(),
    });
  }
  return { all, count: reader.transactionCount() };
}

test('overlapping parts and views merged in any order give the sums of the whole', async () => {
  const { reader, writer } = open.store;
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (seed, order) => {
      await writer.invalidate(0);
      const blocks = randomAccountBlocks({ seed, blocks: 4 });
      const tellings = [
        blocks.map((block) => part(block, (index) => index % 2 === 0)),
        blocks.map((block) => part(block, (index) => index % 3 !== 0)),
        blocks.map((block) => part(block, (index) => index % 2 === 1 || index === 0)),
        addressView(blocks, randomAddress(0)),
        addressView(blocks, randomAddress(1)),
        addressView(blocks, randomAddress(2)),
      ];
      for (const which of order) await writer.merge(tellings[which] ?? []);
      expect(await sumsOf(reader)).toEqual(await sumsOf(createArrayAccountReader(blocks)));
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('two lists of addresses that share transactions do not double them, nor does the same list again', async () => {
  const { reader, writer } = open.store;
  const blocks = randomAccountBlocks({ seed: 12, blocks: 5, addresses: 3 });
  const views = [0, 1, 2].map((index) => addressView(blocks, randomAddress(index)));
  const first = await writer.merge(views[0] ?? []);
  expect(first.transactions).toBeGreaterThan(0);
  expect(first.moves).toBeGreaterThan(0);
  for (const view of views) await writer.merge(view);
  const before = await dumpAccountTables(open.host.facts);
  for (const view of views) expect(await writer.merge(view)).toEqual({ transactions: 0, moves: 0 });
  expect(await dumpAccountTables(open.host.facts)).toEqual(before);
  const whole = createArrayAccountReader(blocks);
  const address = randomAddress(1);
  const page = { offset: 0, limit: 100 };
  const sums = (await reader.assetsOf(address, page)).items.map(({ asset, received, sent }) => ({
    asset,
    received,
    sent,
  }));
  const expected = (await whole.assetsOf(address, page)).items.map(({ asset, received, sent }) => ({
    asset,
    received,
    sent,
  }));
  expect(sums).toEqual(expected);
});

test('a transaction known by fewer facts is completed, and keeps its real place', async () => {
  const { reader, writer } = open.store;
  const block = randomAccountBlocks({ seed: 21, blocks: 1, transactionsEach: 9 }).find(
    ({ transactions }) => transactions.length > 0,
  );
  const transaction = block?.transactions.find(({ status }) => status === 'ok');
  if (!block || !transaction) throw new Error('The seed gives a transaction.');
  await writer.merge([{ ...part(block, () => false), transactions: [viewOf(transaction, transaction.from)] }]);
  const [estimated] = await reader.positionsOf([transaction.hash]);
  expect((await reader.transactions([estimated?.[1] ?? 0]))[0]).toMatchObject({
    status: 'unknown',
    indexEstimated: true,
  });
  expect((await writer.merge([part(block, (index) => index === transaction.index)])).transactions).toBe(0);
  const position = (await reader.positionsOf([transaction.hash])).get(transaction.hash) ?? 0;
  const [record] = await reader.transactions([position]);
  expect(record).toMatchObject({ status: 'ok', indexEstimated: false, fee: transaction.fee, input: transaction.input });
  expect(reader.transactionCount()).toBe(1);
  expect(await reader.blockPositions(block.height)).toEqual([position]);
});

test('what contradicts the stored facts is rejected and leaves no trace', async () => {
  const { writer } = open.store;
  const [block] = randomAccountBlocks({ seed: 5, blocks: 3, transactionsEach: 6 }).filter(
    ({ transactions }) => transactions.length > 1,
  );
  if (!block) throw new Error('The seed gives a block.');
  await writer.commit([block]);
  const before = await dumpAccountTables(open.host.facts);
  const [first] = block.transactions;
  if (!first) throw new Error('The block has a transaction.');
  const foreign = { ...first, hash: 'f0'.repeat(32), index: 77 };
  const flipped = { ...first, status: first.status === 'ok' ? 'failed' : 'ok' } as const;
  const lies: AccountBlock[] = [
    { ...part(block, () => true), hash: '0f'.repeat(32) },
    { ...part(block, () => false), transactions: [foreign] },
    { ...part(block, () => false), transactions: [flipped] },
    { ...part(block, () => true), height: block.height + 1 },
  ];
  for (const lie of lies) await expect(writer.merge([lie])).rejects.toMatchObject({ kind: 'inconsistent' });
  expect(await dumpAccountTables(open.host.facts)).toEqual(before);
});

test('a token move that the receipts of a whole block do not have is left out', async () => {
  const { reader, writer } = open.store;
  const [block] = randomAccountBlocks({ seed: 5, blocks: 3, transactionsEach: 6 }).filter(
    ({ transactions }) => transactions.length > 1,
  );
  const transaction = block?.transactions[0];
  if (!block || !transaction) throw new Error('The seed gives a transaction.');
  await writer.commit([block]);
  const forged = {
    kind: 'token',
    asset: RANDOM_CONTRACTS[0] ?? '',
    from: randomAddress(3),
    to: randomAddress(4),
    amount: 123_456_789n,
    tokenId: undefined,
    logIndex: 9_999,
    tracePath: undefined,
    flags: 0,
  } as const;
  const told = { ...transaction, moves: [forged] };
  expect(await writer.merge([{ ...part(block, () => false), transactions: [told] }])).toEqual({
    transactions: 0,
    moves: 0,
  });
  const filter = { order: 'newest', asset: forged.asset, minAmount: forged.amount, maxAmount: forged.amount } as const;
  expect(await reader.moves(forged.to, filter, { limit: 5 })).toEqual([]);
});

test('coverage of an address is kept, newest first', async () => {
  const { reader, writer } = open.store;
  const coverage: AddressCoverage = {
    address: randomAddress(6),
    source: 'explorer',
    fetchedAt: 1_790_000_000,
    fromHeight: 0,
    toHeight: 900,
    holds: HAS_CALL,
    isComplete: false,
    note: 'A limit of 10,000 rows ended it.',
  };
  const later = { ...coverage, fetchedAt: coverage.fetchedAt + 9, isComplete: true, note: undefined };
  await writer.merge([], coverage);
  await writer.merge([], later);
  expect(await reader.addressCoverage(coverage.address)).toEqual([later, coverage]);
});
