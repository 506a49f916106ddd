import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { headerLength } from '@trailmark/chains/utxo/block';
import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { buildBlockFilter, listFilterItems, toFilterHeader } from '@trailmark/chains/utxo/filter/block-filter';
import { readTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { displayHash, internalHash } from '@trailmark/core/hex';
import { type ChainStore, type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ForgedChain, hashOf, payment, regtestGenesis, scriptOf } from '../testing/forge-block.ts';
import { createFilterPort } from './create-filter-port.ts';
import { FilterEngine } from './filter-engine.ts';
import { FilterLog } from './filter-log.ts';
import type { FilteredBlock, FilterSource } from './filter-source.ts';

const REGTEST = getChain('btc-regtest');
const MAIN_GENESIS = readFileSync(new URL('../../../chains/vectors/blocks/btc-0.raw', import.meta.url));
const COIN = 100_000_000n;
/** Owners of forged blocks: 1 mines, and the others are paid. */
const [WATCHED, OTHER] = [scriptOf(2), scriptOf(3)];
const CHANCE = Uint8Array.of(0x52, 37, 12, 4);

let folder: string;
let facts: FactsStore;
let store: ChainStore;
let forged: ForgedChain;
let coins: string[];
/** Hashes of blocks that were requested whole. */
let fetched: string[];
/** What watches look for; `readTo` is how far they have read, undefined for everything. */
let watched: { revision: number; scripts: Uint8Array[]; readTo?: number };
let readAgain: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-filters-'));
  facts = await openFactsStore({ dataDirectory: folder });
  store = await facts.chain('btc-regtest');
  forged = new ForgedChain(REGTEST, regtestGenesis(MAIN_GENESIS));
  [coins, fetched, readAgain] = [[], [], []];
  for (let i = 0; i < 5; i++) coins.push(forged.extend());
  watched = { revision: 1, scripts: [WATCHED] };
});
afterEach(async () => {
  await facts.close();
  rmSync(folder, { recursive: true, force: true });
});

const transactionsOf = (raw: Uint8Array): Transaction[] => {
  const reader = new ByteReader(raw, headerLength(raw, REGTEST));
  return Array.from({ length: reader.count(10) }, () => readTransaction(reader));
};

/** A node with filters of the forged chain, as it is at each call; without `undo` it does not state what blocks spend. */
function openNode({ undo = true, lie = (block: FilteredBlock) => block } = {}): FilterSource {
  const outputs = () => {
    const found = new Map<string, SpentOutput>();
    for (const { txid, outputs } of forged.blocks.flatMap(transactionsOf)) {
      for (const [vout, output] of outputs.entries()) found.set(`${txid}:${vout}`, output);
    }
    return found;
  };
  const spentBy = (raw: Uint8Array): SpentOutput[][] => {
    const known = outputs();
    const spent = ({ inputs }: Transaction) =>
      inputs.map((i) => known.get(`${i.prevTxid}:${i.prevVout}`) as SpentOutput);
    return transactionsOf(raw).slice(1).map(spent);
  };
  const rawOf = (hash: string) => forged.blocks.find((raw) => hashOf(raw) === hash) as Uint8Array;
  const all = (): FilteredBlock[] => {
    let before: Uint8Array = new Uint8Array(32);
    return forged.blocks.map((raw, height) => {
      const hash = hashOf(raw);
      const paid = transactionsOf(raw).flatMap((transaction) => transaction.outputs.map(({ script }) => script));
      const spent = spentBy(raw).flatMap((each) => each.map(({ script }) => script));
      const filter = buildBlockFilter(internalHash(hash), listFilterItems(paid, spent));
      before = toFilterHeader(filter, before);
      return lie({ height, hash, header: raw.subarray(0, 80), filter, filterHeader: displayHash(before) });
    });
  };
  return {
    description: 'filters of forged blocks',
    head: async () => ({ height: forged.height, hash: forged.tipHash }),
    hashAt: async (height) => forged.blocks[height] && hashOf(forged.blocks[height]),
    filters: async ({ from, to }) => all().slice(from, to + 1),
    async block(hash) {
      fetched.push(hash);
      return rawOf(hash);
    },
    spentOutputs: async (hash) => (undo ? spentBy(rawOf(hash)) : undefined),
    close: async () => undefined,
  };
}

function openEngine(source: FilterSource, fromHeight?: number): FilterEngine {
  const port = createFilterPort(store, {
    watchedScripts: async (readTo) => ((watched.readTo ?? readTo) < readTo ? undefined : { ...watched }),
    readAgain: async (height) => void readAgain.push(height),
  });
  return new FilterEngine({
    ...{ chain: REGTEST, source, fromHeight, tableSlots: 2 ** 12 },
    port: port as never,
    log: new FilterLog(join(folder, 'chains', 'btc-regtest', 'filters.json')),
    directories: { staging: store.stagingDirectory, lookup: join(folder, 'chains', 'btc-regtest', 'lookup') },
    sleep: async () => {
      watched.readTo = undefined as never;
    },
  });
}

async function follow(source: FilterSource, fromHeight?: number): Promise<number> {
  const engine = openEngine(source, fromHeight);
  try {
    return await engine.catchUp();
  } finally {
    engine.close();
  }
}

const pay = (to: Uint8Array, from = coins.shift() as string) =>
  payment(
    [[from, 0]],
    [
      [40n * COIN, to],
      [10n * COIN, scriptOf(1)],
    ],
  );
const counts = () => new FilterLog(join(folder, 'chains', 'btc-regtest', 'filters.json')).counts;
const wholeHeights = () =>
  store.reader
    .heightRanges()
    .filter(({ wholeBlocks }) => wholeBlocks)
    .map((r) => r.fromHeight);

test('following begins at the newest block, and of blocks that do not match the header alone is indexed', async () => {
  await follow(openNode());
  expect(store.reader.tip()).toMatchObject({ height: 5, hash: forged.tipHash, isWhole: false, transactionCount: 0 });
  forged.extend([pay(OTHER)]);
  forged.extend();
  expect(await follow(openNode())).toBe(2);
  expect(store.reader.tip()).toMatchObject({ height: 7, hash: forged.tipHash, isWhole: false });
  expect(fetched).toEqual([]);
  expect(counts()).toEqual({ filters: 2, fetched: 0, byChance: 0, undecided: 0 });
});

test('a block that pays a watched script is fetched whole and indexed, and so is the one that spends it', async () => {
  await follow(openNode());
  const funding = pay(WATCHED);
  forged.extend([funding]);
  const paidIn = forged.tipHash;
  forged.extend();
  await follow(openNode());
  const [, { txid }] = transactionsOf(forged.blocks[6] as Uint8Array) as [Transaction, Transaction];
  forged.extend([payment([[txid, 0]], [[40n * COIN, OTHER]])]);
  await follow(openNode());
  expect(fetched).toEqual([paidIn, forged.tipHash]);
  expect(wholeHeights()).toEqual([6, 8]);
  expect(counts()).toEqual({ filters: 3, fetched: 2, byChance: 0, undecided: 0 });
});

test('a coin from before following began is seen as it is spent, where the node states what blocks spend', async () => {
  forged.extend([pay(WATCHED)]);
  const [, { txid }] = transactionsOf(forged.blocks[6] as Uint8Array) as [Transaction, Transaction];
  await follow(openNode());
  forged.extend([payment([[txid, 0]], [[40n * COIN, OTHER]])]);
  await follow(openNode());
  const [record] = await store.reader.records(await store.reader.blockPositions(7).then((all) => all.slice(1)));
  expect(record?.inputs).toMatchObject([
    { value: 40n * COIN, owner: { type: 'p2pkh', payload: new Uint8Array(20).fill(2) } },
  ]);
  expect(counts()).toMatchObject({ fetched: 1, byChance: 0, undecided: 0 });
});

test('where the node does not state what a block spends, a match that nothing explains is not called chance', async () => {
  forged.extend([pay(WATCHED)]);
  const [, { txid }] = transactionsOf(forged.blocks[6] as Uint8Array) as [Transaction, Transaction];
  await follow(openNode());
  forged.extend([payment([[txid, 0]], [[40n * COIN, OTHER]])]);
  await follow(openNode({ undo: false }));
  expect(counts()).toMatchObject({ fetched: 1, byChance: 0, undecided: 1 });
});

test('a block that matches by chance is counted as such', async () => {
  await follow(openNode());
  forged.extend();
  // Not in the block, and found to match its filter among some 800,000 that were tried: the forged blocks are the same each time.
  watched.scripts.push(CHANCE);
  await follow(openNode());
  expect(counts()).toEqual({ filters: 1, fetched: 1, byChance: 1, undecided: 0 });
});

test('a reorganisation of depth 2 takes its blocks back and follows the other branch', async () => {
  await follow(openNode());
  forged.extend([pay(WATCHED)]);
  forged.extend();
  await follow(openNode());
  expect(wholeHeights()).toEqual([6]);
  const lost = forged.blocks.splice(6, 2);
  forged.extend([pay(OTHER)]);
  forged.extend();
  forged.extend();
  await follow(openNode());
  expect(wholeHeights()).toEqual([]);
  expect(store.reader.tip()).toMatchObject({ height: 8, hash: forged.tipHash });
  expect(store.reader.blockByHash(hashOf(lost[0] as Uint8Array))).toBeUndefined();
});

test('a filter that does not continue the chain of filter headers is refused, and the blocks before it stay', async () => {
  await follow(openNode());
  forged.extend();
  await follow(openNode());
  forged.extend([pay(WATCHED)]);
  const empty = Uint8Array.of(0);
  const lie = (block: FilteredBlock) => (block.height === 7 ? { ...block, filter: empty } : block);
  await expect(follow(openNode({ lie }))).rejects.toMatchObject({
    kind: 'inconsistent',
    message: expect.stringContaining('The chain of filter headers is broken'),
  });
  expect(store.reader.tip()?.height).toBe(6);
  expect(fetched).toEqual([]);
});

test('a filter that its own block contradicts is refused, with and without what the block spends', async () => {
  await follow(openNode());
  forged.extend([pay(WATCHED)]);
  const lie = (block: FilteredBlock): FilteredBlock => {
    if (block.height !== 6) return block;
    // A filter of the watched script alone, with a filter header that continues the chain.
    const filter = buildBlockFilter(internalHash(block.hash), [WATCHED]);
    const before = new FilterLog(join(folder, 'chains', 'btc-regtest', 'filters.json')).last?.filterHeader ?? '';
    return { ...block, filter, filterHeader: displayHash(toFilterHeader(filter, internalHash(before))) };
  };
  await expect(follow(openNode({ lie }))).rejects.toThrow(
    'not the filter of the scripts that the block pays and spends',
  );
  await expect(follow(openNode({ lie, undo: false }))).rejects.toThrow('it lacks scripts that the block pays');
  expect(store.reader.tip()?.height).toBe(5);
});

test.each([
  [
    'a header of another block',
    (block: FilteredBlock) => ({ ...block, header: new Uint8Array(80) }),
    'its header is of block',
  ],
  ['bytes that are no filter', (block: FilteredBlock) => ({ ...block, filter: Uint8Array.of(9, 1) }), 'refused'],
])('%s is refused', async (_, change, words) => {
  await follow(openNode());
  forged.extend();
  const lie = (block: FilteredBlock) => (block.height === 6 ? change(block) : block);
  await expect(follow(openNode({ lie }))).rejects.toThrow(words);
});

test('what was indexed before a stop is found again, and nothing is fetched twice', async () => {
  await follow(openNode());
  forged.extend([pay(WATCHED)]);
  await follow(openNode());
  rmSync(join(folder, 'chains', 'btc-regtest', 'filters.json'));
  // As after a stop between the store and the log.
  await follow(openNode(), 6);
  expect(wholeHeights()).toEqual([6]);
  expect(fetched).toHaveLength(1);
});

test('a watch that began while a block was being committed gets the block after all', async () => {
  await follow(openNode());
  forged.extend([pay(OTHER)]);
  const source = openNode();
  const engine = openEngine(source);
  // The watch appears when the block is in the index.
  const stop = store.reader.onChange?.(() => {
    if (store.reader.tip()?.height === 6 && watched.revision === 1)
      watched = { revision: 2, scripts: [WATCHED, OTHER] };
  });
  await engine.catchUp();
  engine.close();
  stop?.();
  expect(wholeHeights()).toEqual([6]);
  expect(readAgain).toEqual([6]);
});

test('the next block is matched when watches have read the one before', async () => {
  await follow(openNode());
  watched.readTo = 3;
  forged.extend();
  await follow(openNode());
  expect(watched.readTo).toBeUndefined();
});
