import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import type { OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import { type ChainStore, type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBundledSets } from '../bundled/bundled-sets.ts';
import { loadBundledSets } from './load-bundled.ts';

const BTC = getChain('btc');
const COIN = 100_000_000n;
const FIRST_MONTH_END = 4_312;

const folder = mkdtempSync(join(tmpdir(), 'trailmark-load-bundled-'));
const lookup = join(folder, 'chains', 'btc', 'lookup');
let facts: FactsStore;
let store: ChainStore;
let loaded: number;

beforeAll(async () => {
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.chain('btc');
  loaded = await loadBundledSets(store, listBundledSets(), lookup);
});
afterAll(async () => {
  await facts?.close();
  rmSync(folder, { recursive: true, force: true });
});

const owner = (address: string): Owner => parseOwner(BTC, address);

async function totalsOf(address: string): Promise<OwnerTotals | undefined> {
  return (await store.reader.totals([owner(address)])).get(ownerId(owner(address)));
}

async function recordsOf(height: number): Promise<TransactionRecord[]> {
  const records = await store.reader.records(await store.reader.blockPositions(height));
  return records.filter((record) => record !== undefined);
}

test('all four sets are in the index', () => {
  const { reader } = store;
  expect(loaded).toBe(reader.transactionCount());
  const blocks = reader.heightRanges().reduce((sum, range) => sum + range.blocks, 0);
  expect(blocks).toBe(4_313 + 3_000 + 180 + 13);
  expect(loaded).toBeGreaterThan(4_371 + 18_417 + 196);
});

test('runs of heights say where they come from and what they lack', () => {
  const ranges = store.reader.heightRanges();
  const whole = { raw: true, wholeBlocks: true, timeEstimated: false, heightEstimated: false };
  expect(ranges[0]).toEqual({
    ...{ fromHeight: 0, toHeight: FIRST_MONTH_END, blocks: 4_313, source: 'bundled: mainnet 0 to 4312' },
    ...whole,
  });
  expect(ranges[1]).toEqual({
    ...{ fromHeight: 100_000, toHeight: 102_999, blocks: 3_000, source: 'bundled: mainnet 100000 to 102999' },
    ...{ raw: false, wholeBlocks: true, timeEstimated: true, heightEstimated: false },
  });
  const eras = ranges.filter(({ source }) => source === 'bundled: blocks of every era');
  expect(eras.map(({ fromHeight, toHeight }) => [fromHeight, toHeight])).toEqual([
    [131_025, 131_025],
    [169_482, 169_482],
    [227_835, 227_836],
    ...[333_961, 363_703, 370_661, 481_829, 482_683, 574_200, 700_000, 818_677, 832_918].map((at) => [at, at]),
  ]);
  for (const era of eras) expect(era).toMatchObject(whole);
  const mixer = ranges.filter(({ source }) => source === 'bundled: Wasabi CoinJoins of August 2021');
  expect(mixer.reduce((sum, range) => sum + range.blocks, 0)).toBe(180);
  for (const range of mixer) expect(range).toMatchObject({ raw: false, wholeBlocks: false, heightEstimated: true });
});

test('the sender of the first payment has the totals that the chain gives it up to height 4,312', async () => {
  const sender = await totalsOf('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S');
  // Block 9 paid 50; blocks 170 to 248 spent 50 + 40 + 30 + 29 + 28 of it and gave 40 + 30 + 29 + 28 + 18 back.
  expect(sender).toMatchObject({
    ...{ received: 195n * COIN, sent: 177n * COIN, unspendable: 0n, transactionCount: 6 },
    ...{ unfundedSpends: 0, hasP2pk: true, firstPosition: toPosition(9, 0) },
  });
  expect(await store.reader.unspent(owner('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S'), { limit: 10 })).toMatchObject([
    { value: 18n * COIN, isSpendable: true },
  ]);
});

test('the receiver of the first payment holds the ten coins of block 170', async () => {
  const receiver = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
  expect(await totalsOf(receiver)).toMatchObject({
    ...{ received: 10n * COIN, sent: 0n, transactionCount: 1, receiveCount: 1, spendCount: 0 },
    firstPosition: toPosition(170, 1),
  });
  const history = await store.reader.history(owner(receiver), { order: 'newest' }, { limit: 10 });
  expect(history).toEqual([{ position: toPosition(170, 1), received: 10n * COIN, sent: 0n }]);
});

test('the first coinbase of the chain is counted as unspendable', async () => {
  const genesis = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const totals = await totalsOf(genesis);
  expect(totals).toMatchObject({ unspendable: 50n * COIN, firstPosition: 0, sent: 0n });
  const unspent = await store.reader.unspent(owner(genesis), { limit: 10 });
  expect(unspent[0]).toMatchObject({ position: 0, vout: 0, value: 50n * COIN, isSpendable: false });
});

test('blocks without headers have estimated times between those of their neighbours', async () => {
  const [first, last] = [store.reader.block(100_000), store.reader.block(102_999)];
  expect([first?.timeEstimated, last?.timeEstimated]).toEqual([true, true]);
  expect(first?.header).toBeUndefined();
  expect(new Date((first?.time ?? 0) * 1000).toISOString().slice(0, 10)).toBe('2010-12-29');
  expect(new Date((last?.time ?? 0) * 1000).toISOString().slice(0, 7)).toBe('2011-01');
  const [coinbase, ...others] = await recordsOf(100_000);
  expect(coinbase).toMatchObject({ isCoinbase: true, hasRaw: false, fee: 0n });
  expect(others).toHaveLength(3);
  expect(await store.reader.rawTransactions([toPosition(100_000, 1)])).toEqual(new Map());
});

test('no transaction whose inputs are known pays out more than it takes in', async () => {
  let [known, unknown] = [0, 0];
  for (const range of store.reader.heightRanges()) {
    for (let height = range.fromHeight; height <= range.toHeight; height++) {
      if (!store.reader.block(height)) continue;
      for (const { fee, isCoinbase, inputs, outputs } of await recordsOf(height)) {
        if (isCoinbase) expect(fee).toBe(0n);
        else if (fee === undefined) unknown++;
        else {
          known++;
          const paid = outputs.reduce((sum, output) => sum + output.value, 0n);
          expect(inputs.reduce((sum, input) => sum + (input.value ?? 0n), 0n) - paid).toBe(fee);
          expect(fee >= 0n).toBe(true);
        }
      }
    }
  }
  expect(known).toBeGreaterThan(15_000);
  expect(unknown).toBeGreaterThan(5_000);
});

test('every unspent coin of the first month adds up to what was mined', async () => {
  let sum = 0n;
  for (let height = 0; height <= FIRST_MONTH_END; height++) {
    for (const { inputs, outputs } of await recordsOf(height)) {
      for (const output of outputs) sum += output.value;
      for (const input of inputs) sum -= input.value ?? 0n;
    }
  }
  expect(sum).toBe(BigInt(FIRST_MONTH_END + 1) * 50n * COIN);
});

test('the bundled data is not loaded twice', async () => {
  const before = store.reader.transactionCount();
  await expect(loadBundledSets(store, listBundledSets(), lookup)).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/empty index only/),
  });
  expect(store.reader.transactionCount()).toBe(before);
});

test('an index that is opened again holds the same', async () => {
  const before = [store.reader.tip(), store.reader.transactionCount(), store.reader.heightRanges()];
  const totals = await totalsOf('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S');
  await facts.close();
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.chain('btc');
  expect([store.reader.tip(), store.reader.transactionCount(), store.reader.heightRanges()]).toEqual(before);
  expect(await totalsOf('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S')).toEqual(totals);
});
