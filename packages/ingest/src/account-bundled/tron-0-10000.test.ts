import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAccount } from '@trailmark/chains/account/account-address';
import { tron } from '@trailmark/chains/tron';
import { BLACKHOLE } from '@trailmark/chains/tron/tron-fees';
import {
  type AccountBlock,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  MOVE_STAKE,
} from '@trailmark/core/account-block';
import { openFactsStore } from '@trailmark/store/open-store';
import { expect, test } from 'vitest';
import { bundledFile } from '../bundled/bundled-set.ts';
import { loadAccountSets } from './load-account-sets.ts';
import { tronFirstBlocks } from './tron-0-10000.ts';

const blocks: AccountBlock[] = [];
for await (const batch of tronFirstBlocks.blocks()) blocks.push(...batch);
const transactions = blocks.flatMap((block) => block.transactions);
const moves = blocks.flatMap((block) => [...block.moves, ...block.transactions.flatMap((tx) => tx.moves)]);
const TRX = 1_000_000n;

test('661 blocks with 2,172 transactions, and the genesis block', () => {
  expect([blocks.length, blocks[0]!.height, blocks[1]!.height, blocks.at(-1)!.height]).toEqual([662, 0, 342, 9997]);
  expect(transactions).toHaveLength(2172);
  expect(blocks.every(({ hash, height }) => Number.parseInt(hash.slice(0, 16), 16) === height)).toBe(true);
  expect(blocks[0]!.hash).toBe(tron.genesisHash);
});

test('fees add up to what the source states and went to the Blackhole account', () => {
  expect(transactions.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)).toBe(277_312_297_920n);
  const fees = moves.filter(({ kind }) => kind === 'fee');
  expect(fees.reduce((sum, { amount }) => sum + amount, 0n)).toBe(277_312_297_920n);
  expect(fees.every(({ to }) => to === BLACKHOLE)).toBe(true);
});

test('kinds: payments move coins, stakes take them out of a balance; votes, candidacies and issues move none', () => {
  const counts = new Map<number, number>();
  for (const { type } of transactions) counts.set(type, (counts.get(type) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({ 0: 5, 1: 1869, 2: 3, 4: 81, 5: 27, 6: 7, 11: 84, 255: 96 });
  const paying = transactions.filter((tx) => tx.moves.some(({ kind, amount }) => kind === 'native' && amount > 0n));
  expect(new Set(paying.map(({ type }) => type))).toEqual(new Set([1, 11]));
  const stakes = moves.filter(({ flags }) => flags === MOVE_STAKE);
  expect(stakes.every(({ from, to, kind }) => from !== '' && to === '' && kind === 'native')).toBe(true);
  expect(stakes).toHaveLength(84);
  expect(
    transactions
      .filter(({ holds }) => (holds & HAS_CALL) === 0)
      .map(({ type }) => type)
      .sort(),
  ).toEqual([2, 2, 2, 255, 6, 6, 6, 6, 6, 6, 6]);
});

test('coins are conserved: nobody ends below zero, and all of the genesis balance is somewhere or staked', () => {
  const balances = new Map<string, bigint>();
  for (const { from, to, amount } of moves) {
    balances.set(from, (balances.get(from) ?? 0n) - amount);
    balances.set(to, (balances.get(to) ?? 0n) + amount);
  }
  const staked = moves.filter(({ flags }) => flags === MOVE_STAKE).reduce((sum, { amount }) => sum + amount, 0n);
  expect(balances.get('')).toBe(-99_000_000_000n * TRX + staked);
  balances.delete('');
  expect([...balances.values()].every((balance) => balance >= 0n)).toBe(true);
  expect(balances.get(BLACKHOLE)).toBe(277_312_297_920n);
});

test('the first payment moves a third of all coins on from the genesis account', () => {
  const first = transactions[0]!;
  expect(first).toMatchObject({ from: parseAccount(tron, 'TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm'), fee: 100_000n });
  expect(first.value).toBe(33_251_807_524n * TRX);
  expect(first.hash).toBe('5281eb99b3cab6b3cb4777e6b070df936f2cb068163fb8f3959a1cd88733a4c2');
});

test('the set says what it does not hold, and is small', () => {
  for (const { holds } of blocks) expect(holds & (BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS)).toBe(0);
  expect(statSync(bundledFile('trx/tron-0-10000/facts.jsonl.gz')).size).toBeLessThan(200_000);
});

test('an address of the set shows its history once the set is loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-tron-set-'));
  const facts = await openFactsStore({ dataDirectory: folder });
  try {
    const store = await facts.accountChain('trx');
    expect(await loadAccountSets(store, [tronFirstBlocks])).toBe(2172);
    const zion = parseAccount(tron, 'TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm');
    const total = (await store.reader.totals([zion])).get(zion);
    const own = moves.filter(({ from, to }) => from === zion || to === zion);
    const sent = own.filter(({ from }) => from === zion).reduce((sum, { amount }) => sum + amount, 0n);
    expect(total?.native).toMatchObject({ received: 99_000_000_000n * TRX, sent });
    const page = { limit: 50, movesEach: 10 };
    const history = await store.reader.history(zion, { order: 'oldest' }, page);
    expect(history[0]!.moves[0]).toMatchObject({ kind: 'genesis', to: zion });
    expect(history[1]!.moves.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['fee', 100_000n],
      ['native', 33_251_807_524n * TRX],
    ]);
    expect(store.reader.heightRanges().every(({ source }) => source === tronFirstBlocks.source)).toBe(true);
  } finally {
    await facts.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
