import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import { writeResult } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { createChangeConsensus } from '../change/consensus.ts';
import { contextOf } from '../change/testing/payments.ts';
import { createCoinJoinDetection } from '../coinjoin/detect-coinjoin.ts';
import {
  sampleJoinMarket,
  sampleTx0,
  sampleWasabi1,
  sampleWasabi2,
  sampleWhirlpoolMix,
} from '../coinjoin/testing/sample-mixes.ts';
import { sampleOwner } from '../coinjoin/testing/sample-records.ts';
import { highestSales, sumPeriods, sumTraders } from '../nft/collection-figures.ts';
import { findPriceTransfers } from '../nft/price-transfers.ts';
import { runWashRules, weighSales } from '../nft/run-wash-rules.ts';
import { plantCollection } from '../nft/testing/planted-collection.ts';
import { findThefts } from '../nft/theft/find-thefts.ts';
import { listUsualPrices } from '../nft/theft/usual-prices.ts';
import { countUnpriced, sumVolume } from '../nft/volume.ts';
import { bookWallet } from '../nft/wallet-book.ts';
import { WASH_SET } from '../nft/wash-set.ts';
import { findBehaviours } from '../screening/behaviours/find-behaviours.ts';
import { LIVES, liveHistory } from '../screening/behaviours/testing/innocent-histories.ts';
import { type Choice, PLANTS, plantHistory } from '../screening/behaviours/testing/planted-histories.ts';
import { LossBook } from '../statement/losses/loss-book.ts';
import { book, readSet, worldOf } from '../statement/testing/book-of.ts';
import { FIRST_TIME, ownerOf } from '../tracing/testing/output-ledger.ts';
import { drawLedger } from '../tracing/testing/random-output-ledger.ts';
import { createDice } from './testing/create-dice.ts';

// What rules find in invented histories, collections and wallets, word for word: read what changed before it is recorded with
// `npx vitest run packages/analysis/src/recorded -u`. That the findings are right is what other tests say.

const SEEDS = [1, 2, 3, 4, 5, 6];

async function assertRecorded(name: string, lines: readonly string[]): Promise<void> {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`results/${name}.txt`);
}

function choiceOf(seed: number): Choice {
  const dice = createDice(seed);
  return {
    integer: dice,
    between: (low, high) => low + dice(high - low + 1),
    chance: (probability) => dice(1_000_000) < probability * 1_000_000,
  };
}

test('patterns of planted and of innocent histories are as recorded', async () => {
  const planted = Object.keys(PLANTS).flatMap((id) =>
    SEEDS.map((seed) => [`${id} ${seed}`, plantHistory(id, choiceOf(seed))] as const),
  );
  const innocent = Object.keys(LIVES).map((life) => [life, liveHistory(life, choiceOf(7))] as const);
  const lines = [...planted, ...innocent].flatMap(([name, history]) =>
    findBehaviours(history.subject()).map((finding) => writeResult(name, finding)),
  );
  await assertRecorded('behaviours', lines);
});

test('what is found in a planted collection, and its figures, are as recorded', async () => {
  const { input } = plantCollection(5);
  const usual = WASH_SET.parse({});
  const run = runWashRules({ ...input, params: usual.params });
  const weights = weighSales(run, usual);
  const { table } = input;
  const [unit = ''] = table.units;
  const lines = run.runs.map(({ rule, findings, flagged }) => writeResult(rule.id, [findings, flagged]));
  for (const period of ['month', 'quarter'] as const)
    lines.push(writeResult(period, sumPeriods(table, unit, weights, { strictFrom: 2, looseFrom: 1, period })));
  lines.push(writeResult('weights', weights));
  for (const from of [1, 2, 3]) lines.push(writeResult(`volume from ${from}`, sumVolume(table, weights, from)));
  lines.push(writeResult('unpriced', [countUnpriced(table), run.unsearched]));
  lines.push(
    writeResult(
      'traders',
      sumTraders(table, unit, (sale) => sale % 3 > 0),
    ),
  );
  lines.push(writeResult('transfers of value', findPriceTransfers(run, weights, 2)));
  await assertRecorded('collection', lines);
});

const KEYS = ['a', 'b', 'c', 'd', 'market'].map((name) => name.padStart(40, '0'));

/** Items that go from hand to hand, some with a sale, some for almost nothing, some after a permission. */
function drawItems(seed: number) {
  const dice = createDice(seed);
  const sales: NftSale[] = [];
  const events: ItemEvent[] = [];
  const approvals: ItemApproval[] = [];
  const holders = new Map<number, string>();
  for (let i = 0; i < 60; i++) {
    const [position, time, token] = [toPosition(100 + i, 0), 1_000 * i, dice(4)];
    const from = holders.get(token) ?? '';
    const to = KEYS[dice(4)] ?? '';
    const base = { position, time, contract: 'c0', note: '', evidence: [] };
    if (dice(6) === 0)
      approvals.push({
        ...{ position, time, contract: 'c0', owner: KEYS[dice(4)] ?? '', spender: KEYS[dice(5)] ?? '', txid: `${i}` },
        ...{ tokenId: dice(2) === 0 ? BigInt(token) : undefined, isRevoked: dice(5) === 0, slot: 0, logIndex: 0 },
      } as unknown as ItemApproval);
    const isSale = from !== '' && dice(3) > 0;
    const price = dice(7) === 0 ? 1n : BigInt(900 + dice(300));
    if (isSale)
      sales.push({
        ...base,
        ...{ items: [{ tokenId: BigInt(token), amount: 1n }], itemCount: dice(9) === 0 ? 2 : 1 },
        ...{ market: dice(2) === 0 ? 'One' : 'Two', rule: 'x/1', seller: from, buyer: to, basis: 'fact' },
        ...{ price: dice(11) === 0 ? undefined : { asset: dice(8) === 0 ? 'other' : '', amount: price } },
        ...{ costs: dice(2) === 0 ? [{ asset: '', amount: price / 10n, to: undefined }] : undefined },
        isFlashLoan: false,
      } as unknown as NftSale);
    const kind = from === '' ? 'mint' : isSale ? 'sale' : 'transfer';
    events.push({
      ...{ position, slot: 0, time, contract: 'c0', tokenId: BigInt(token), amount: 1n, from, to, kind },
      sale: isSale ? sales.length - 1 : undefined,
      operator: dice(3) === 0 ? KEYS[dice(5)] : undefined,
    } as unknown as ItemEvent);
    holders.set(token, to);
  }
  return { sales, events, approvals };
}

test('thefts, positions of wallets and highest sales of items are as recorded', async () => {
  const lines: string[] = [];
  const unitOf = (asset: string): string => asset;
  for (const seed of SEEDS) {
    const { sales, events, approvals } = drawItems(seed);
    const world = {
      ...{ events, sales, approvals, isMarket: (key: string) => key === KEYS[4] },
      usual: listUsualPrices(sales, unitOf),
      fraudLabel: (key: string) => (key === KEYS[2] ? 'A phishing address' : undefined),
    };
    for (const trail of findThefts(world)) lines.push(writeResult(`theft ${seed}`, trail));
    for (const key of KEYS.slice(0, 4)) {
      const own = events.filter(({ from, to }) => from === key || to === key);
      lines.push(writeResult(`wallet ${seed}`, bookWallet(key, own, sales, unitOf)));
    }
    lines.push(writeResult(`highest ${seed}`, highestSales(sales, unitOf, '', 5)));
  }
  await assertRecorded('items', lines);
});

test('statements of wallets, and what victims lost, are as recorded', async () => {
  const lines: string[] = [];
  for (const seed of SEEDS) {
    const drafts = drawLedger(createDice(seed), { transactions: 30, owners: 5, reward: 90_000 });
    const { transactions } = readSet(drafts, seed % 2 === 0 ? [1, 2] : [1]);
    const period = seed % 3 === 0 ? { from: FIRST_TIME + 4 * 21_600, to: FIRST_TIME + 22 * 21_600 } : {};
    const ask = { ...period, zone: seed % 2 === 0 ? 'Europe/Paris' : 'UTC', ownTransfers: seed % 4 !== 1 };
    const price = (time: number) => (seed % 5 === 0 && time % 3 === 0 ? undefined : BigInt(time % 97));
    const booked = book(transactions, ask, { price });
    for (const line of booked.lines) lines.push(writeResult(`line ${seed}`, line));
    lines.push(...Object.entries(booked.result).map(([part, result]) => writeResult(`${part} ${seed}`, result)));
    const key = (number: number) => ownerId(ownerOf(number));
    const victims = new Map([
      [key(3), [0]],
      [key(4), seed % 2 === 0 ? [1] : [0, 1]],
    ]);
    const names = { ofAddress: (_: string, of: string) => victims.get(of) ?? [], ofTransaction: () => [] };
    const asked = { from: null, available: null, victimCount: 2 };
    const losses = new LossBook(asked, names, worldOf(transactions, { price }));
    for (const transaction of transactions) losses.add(transaction);
    lines.push(writeResult(`losses ${seed}`, losses.close()));
  }
  await assertRecorded('statements', lines);
});

/** The same record with one amount, one owner or one height changed. */
function changeRecord(record: TransactionRecord, dice: (below: number) => number): TransactionRecord {
  const [input, output] = [dice(record.inputs.length), dice(record.outputs.length)];
  const off = BigInt([1, -1, 1_000, -3_000, 50_000][dice(5)] ?? 1);
  const inputs = record.inputs.map((each, i) =>
    i === input && dice(3) > 0 ? { ...each, value: (each.value ?? 0n) + off } : each,
  );
  const outputs = record.outputs.map((each, i) =>
    i !== output
      ? each
      : dice(4) === 0
        ? { ...each, owner: sampleOwner(dice(3) + 1, dice(2) === 0 ? 'p2pkh' : 'p2wpkh') }
        : { ...each, value: each.value + off < 0n ? 0n : each.value + off },
  );
  const position = dice(5) === 0 ? toPosition(200_000 + dice(8) * 100_000, 1) : record.position;
  return { ...record, position, inputs, outputs: dice(9) === 0 ? outputs.toReversed() : outputs };
}

test('mixes and change of altered payments are as recorded', async () => {
  const lines: string[] = [];
  const detection = createCoinJoinDetection({ chain: 'btc' });
  const consensus = createChangeConsensus();
  const samples = [sampleJoinMarket(), sampleTx0(), sampleWasabi1(), sampleWasabi2(), sampleWhirlpoolMix()];
  for (const [at, sample] of samples.entries()) {
    const dice = createDice(at + 1);
    for (let i = 0; i < 25; i++) {
      const record = changeRecord(i % 2 === 0 ? sample : changeRecord(sample, dice), dice);
      lines.push(writeResult(`mix ${at} ${i}`, detection.detect(record, { kindAt: () => undefined })));
      const few = { ...record, inputs: record.inputs.slice(0, 2), outputs: record.outputs.slice(0, 2 + (i % 3)) };
      const known = { first: i % 4 === 0 ? [0, 1] : [i % 2], ofInputs: i % 7 === 0 ? [0] : [] };
      lines.push(writeResult(`change ${at} ${i}`, consensus.decide(few, contextOf(known))));
    }
  }
  await assertRecorded('payments', lines);
});
