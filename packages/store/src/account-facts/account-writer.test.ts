import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountBlock, BLOCK_HOLDS_ALL, BLOCK_HOLDS_INTERNALS, HAS_FEE } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import type { WriteStep } from '../facts/chain-writer.ts';
import { dumpAccountTables, openAccountStore } from '../testing/account-store-harness.ts';
import { randomAccountBlocks } from '../testing/random-account-blocks.ts';
import type { AccountWriter } from './account-store.ts';

const blocks = randomAccountBlocks({ seed: 77, blocks: 6 });
const fork = randomAccountBlocks({ seed: 78, blocks: 6 });
/** Every second transaction of the first blocks without its fee, as a table of single ones brings them. */
const parts = blocks.slice(0, 4).map(
  (block): AccountBlock => ({
    ...block,
    holds: block.holds & ~BLOCK_HOLDS_ALL,
    source: 'table',
    transactions: block.transactions
      .filter(({ index }) => index % 2 === 0)
      .map((transaction) => ({
        ...transaction,
        fee: undefined,
        holds: transaction.holds & ~HAS_FEE,
        moves: transaction.moves.filter(({ kind }) => kind !== 'fee'),
      })),
  }),
);
const others = parts.map((block, at): AccountBlock => ({ ...block, transactions: blocks[at]?.transactions ?? [] }));

type Work = (writer: AccountWriter) => Promise<unknown>;

/** What is done first, and what dies in the middle of being done. */
const WORKS: Record<string, { readonly before: Work; readonly work: Work }> = {
  commit: { before: (writer) => writer.commit(blocks.slice(0, 2)), work: (writer) => writer.commit(blocks.slice(2)) },
  invalidate: { before: (writer) => writer.commit(blocks), work: (writer) => writer.invalidate(103) },
  'replacing parts': { before: (writer) => writer.merge(parts), work: (writer) => writer.commit(blocks) },
  merge: { before: (writer) => writer.merge(parts), work: (writer) => writer.merge(others) },
};

async function cleanDump(works: readonly Work[]): Promise<Record<string, string[]>> {
  const open = await openAccountStore();
  try {
    for (const work of works) await work(open.store.writer);
    return await dumpAccountTables(open.host.facts);
  } finally {
    await open.close();
  }
}

test.each([
  ['commit', 'intent', 1],
  ['commit', 'rows', 3],
  ['commit', 'blocks', 1],
  ['invalidate', 'intent', 1],
  ['invalidate', 'rows', 4],
  ['replacing parts', 'intent', 1],
  ['replacing parts', 'rows', 4],
  ['replacing parts', 'rows', 10],
  ['replacing parts', 'blocks', 1],
  ['merge', 'intent', 1],
  ['merge', 'rows', 3],
  ['merge', 'rows', 9],
  ['merge', 'rows', 13],
  ['merge', 'blocks', 1],
] as const)('a crash of "%s" at step "%s" number %i is repaired at the next start', async (name, step, time) => {
  const { before, work } = WORKS[name] ?? { before: async () => undefined, work: async () => undefined };
  const end = await cleanDump([before, work]);
  const first = await openAccountStore();
  await before(first.store.writer);
  const start = await dumpAccountTables(first.host.facts);
  const reached = Promise.withResolvers<boolean>();
  let seen = 0;
  const dying = await first.reopen({
    onWriteStep: async (at: WriteStep) => {
      if (at !== step || ++seen < time) return;
      reached.resolve(true);
      await new Promise(() => undefined);
    },
  });
  const ended = work(dying.store.writer).then(() => false);
  expect(await Promise.race([reached.promise, ended])).toBe(true);
  // Inserts of the other tables may still run; a killed process would have cut them short anywhere.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const open = await dying.reopen();
  try {
    expect(existsSync(join(open.directory, 'chains', 'eth', 'account-intent.json'))).toBe(false);
    const held = await dumpAccountTables(open.host.facts);
    expect([start, end]).toContainEqual(held);
    expect(open.store.reader.transactionCount()).toBe(held.account_transactions?.length);
    await work(open.store.writer);
    expect(await dumpAccountTables(open.host.facts)).toEqual(end);
  } finally {
    await open.close();
    rmSync(open.directory, { recursive: true, force: true });
  }
});

test.each([
  ['intent', 1],
  ['rows', 5],
  ['blocks', 1],
] as const)('a failure at step "%s" number %i is overcome by doing it again', async (step, time) => {
  const end = await cleanDump([(writer) => writer.commit(blocks)]);
  let seen = 0;
  const open = await openAccountStore({
    onWriteStep: async (at: WriteStep) => {
      if (at === step && ++seen === time) throw new AppError('unavailable', 'The store cannot be reached.');
    },
  });
  try {
    await expect(open.store.writer.commit(blocks)).rejects.toMatchObject({ kind: 'unavailable' });
    await open.store.writer.commit(blocks);
    expect(await dumpAccountTables(open.host.facts)).toEqual(end);
    expect(open.store.reader.tip()?.height).toBe(105);
  } finally {
    await open.close();
  }
});

test('a reorganisation leaves what reading the winning chain alone leaves', async () => {
  const winner = [...blocks.slice(0, 3), ...fork.slice(3)];
  const end = await cleanDump([(other) => other.commit(winner)]);
  const open = await openAccountStore();
  const { reader, writer } = open.store;
  try {
    await writer.commit(blocks);
    await writer.invalidate(103);
    expect(reader.tip()?.height).toBe(102);
    await writer.commit(fork.slice(3));
    const once = await dumpAccountTables(open.host.facts);
    expect(once).toEqual(end);
    await writer.invalidate(103, 103);
    await writer.commit(fork.slice(3, 4));
    expect(await dumpAccountTables(open.host.facts)).toEqual(once);
    expect(reader.blockByHash(blocks[4]?.hash ?? '')).toBeUndefined();
    expect(reader.blockByHash(fork[4]?.hash ?? '')?.height).toBe(104);
  } finally {
    await open.close();
  }
});

test('the same block twice changes nothing, another hash is refused, and more facts of it replace it', async () => {
  const open = await openAccountStore();
  const { reader, writer } = open.store;
  try {
    const fewer = blocks.map((block) => ({ ...block, holds: block.holds & ~BLOCK_HOLDS_INTERNALS, HAS_FEE }));
    await writer.commit(fewer);
    const before = await dumpAccountTables(open.host.facts);
    await writer.commit(fewer);
    expect(await dumpAccountTables(open.host.facts)).toEqual(before);
    await expect(writer.commit(fork)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(writer.commit(parts)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await dumpAccountTables(open.host.facts)).toEqual(before);
    await writer.commit(blocks);
    expect(reader.heightRanges()).toMatchObject([{ fromHeight: 100, toHeight: 105, holds: blocks[0]?.holds }]);
  } finally {
    await open.close();
  }
});

test('blocks that do not ascend, doubled places and fields of another width are refused before anything is written', async () => {
  const open = await openAccountStore();
  try {
    const block = blocks.find(({ transactions }) => transactions.length > 0);
    const transaction = block?.transactions[0];
    if (!block || !transaction) throw new Error('The seed gives a transaction.');
    const move = transaction.moves[0];
    if (!move) throw new Error('The transaction has a move.');
    const withMove = (change: object) => ({
      ...block,
      transactions: [{ ...transaction, moves: [{ ...move, ...change }] }],
    });
    const bad = [
      [block, block],
      [{ ...block, transactions: [transaction, transaction] }],
      [{ ...block, transactions: [{ ...transaction, hash: 'AB' }] }],
      [withMove({ to: 'abcd' })],
      [withMove({ amount: 2n ** 256n })],
      [withMove({ amount: -1n })],
    ];
    for (const list of bad)
      await expect(open.store.writer.commit(list)).rejects.toMatchObject({ kind: 'inconsistent' });
    expect(open.store.reader.tip()).toBeUndefined();
  } finally {
    await open.close();
  }
});

test('heights beyond those of today keep their places', async () => {
  const open = await openAccountStore();
  try {
    const high = randomAccountBlocks({ seed: 8, blocks: 2, firstHeight: 4_294_000_000, transactionsEach: 6 }).map(
      (block) => ({
        ...block,
        time: 1_800_000_000,
      }),
    );
    await open.store.writer.commit(high);
    const { reader } = open.store;
    const positions = await reader.blockPositions(4_294_000_001);
    expect(positions).toEqual(high[1]?.transactions.map(({ index }) => 4_294_000_001 * 2 ** 20 + index));
    const [first] = await reader.transactions(positions);
    expect(first?.hash).toBe(high[1]?.transactions[0]?.hash);
  } finally {
    await open.close();
  }
});
