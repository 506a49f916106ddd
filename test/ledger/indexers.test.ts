import { INDEXERS } from '@trailmark/analysis/indexes/catalogue';
import { defineIndexer, type Indexer } from '@trailmark/analysis/indexes/indexer';
import { type ChainId, isOutputChainId } from '@trailmark/core/chain';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { openAccountStore } from '@trailmark/store/testing/account-store-harness';
import { randomAccountBlocks } from '@trailmark/store/testing/random-account-blocks';
import { expect, test } from 'vitest';
import { toFeedingLedger } from '../../packages/server/src/indexes/feeding-ledger.ts';
import { type FeedingLedger, IndexHost } from '../../packages/server/src/indexes/index-host.ts';
import { CHAIN, createEngine, openLedger } from './ledger-harness.ts';

// The laws of an index, over every indexer of the catalogue and one that reads transfers.

let method = '1';

/** Transfers by day: small, and of both families. */
const transfersByDay = defineIndexer({
  id: 'transfers by day',
  reads: 'transfers',
  suits: () => true,
  version: () => method,
  create: () => new Map<number, Map<number, number>>(),
  update: (days, { height, time, facts }) => {
    const day = Math.floor(time / 86_400);
    const heights = days.get(day) ?? new Map<number, number>();
    days.set(day, heights.set(height, facts.length));
  },
  invalidate: (days, fromHeight) => {
    for (const heights of days.values()) {
      for (const height of heights.keys()) if (height >= fromHeight) heights.delete(height);
    }
    return true;
  },
  describe(days) {
    const filled = [...days].filter(([, heights]) => heights.size > 0);
    return JSON.stringify(filled.map(([day, heights]) => [day, [...heights]]).toSorted());
  },
});

const ALL: readonly Indexer<unknown>[] = [...INDEXERS, transfersByDay];

function describeAll(host: IndexHost, chain: ChainId): string[] {
  return ALL.filter((indexer) => indexer.suits(chain)).map((indexer) => {
    const state = host.get(indexer, chain);
    if (state === undefined) throw new Error(`The index "${indexer.id}" of ${chain} was not built.`);
    return indexer.describe(state);
  });
}

function createHost(): IndexHost {
  return new IndexHost({
    indexers: ALL,
    onFailure: (_, indexer, cause) => {
      throw new Error(indexer, { cause });
    },
  });
}

async function buildFresh(chain: ChainId, ledger: Parameters<IndexHost['follow']>[1]): Promise<string[]> {
  const host = createHost();
  host.follow(chain, ledger);
  await host.catchUp();
  const answer = describeAll(host, chain);
  await host.close();
  return answer;
}

test('indexes of a chain of outputs that followed commits and reorganisations are those built at once', async () => {
  let chain = new RandomChain({ seed: 91, scripts: 20, blockTransactions: 5 });
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  const feed = toFeedingLedger(CHAIN, ledger.store.reader);
  const host = createHost();
  host.follow(CHAIN, feed);
  try {
    for (const [step, { depth, length }] of [
      { depth: 0, length: 120 },
      { depth: 2, length: 4 },
      { depth: 30, length: 33 },
      { depth: 100, length: 101 },
    ].entries()) {
      chain = chain.fork(chain.tip.height - depth, 700 + step).extend(length);
      source.chain = chain.blocks;
      await engine.catchUp();
      await host.catchUp();
      const answers = describeAll(host, CHAIN);
      expect(answers.length).toBe(ALL.length);
      expect(answers).toEqual(await buildFresh(CHAIN, feed));
    }
  } finally {
    await host.close();
    engine.close();
    await ledger.close();
  }
});

test('indexes of an account chain are fed by the commit itself and taken back with its blocks', async () => {
  const open = await openAccountStore();
  const { writer, reader, chain } = open.store;
  const feed = toFeedingLedger(chain, reader);
  const host = createHost();
  host.follow(chain, feed);
  try {
    const blocks = randomAccountBlocks({ seed: 5, blocks: 12 });
    await writer.commit(blocks.slice(0, 7));
    await writer.commit(blocks.slice(7));
    await host.catchUp();
    const whole = describeAll(host, chain);
    expect(whole[0]?.length).toBeGreaterThan(40);
    await writer.invalidate(blocks[4]?.height ?? 0);
    await host.catchUp();
    const cut = describeAll(host, chain);
    expect(cut).not.toEqual(whole);
    expect(cut).toEqual(await buildFresh(chain, feed));
    await writer.commit(blocks.slice(4));
    await host.catchUp();
    expect(describeAll(host, chain)).toEqual(whole);
  } finally {
    await host.close();
    await open.close();
  }
});

test('a commit starts the work automatically, and closing ends it', async () => {
  const open = await openAccountStore();
  const { writer, reader, chain } = open.store;
  const host = createHost();
  host.follow(chain, toFeedingLedger(chain, reader));
  try {
    const blocks = randomAccountBlocks({ seed: 6, blocks: 6 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = reader.onChange?.(resolve);
    await writer.commit(blocks.slice(0, 3));
    await promise;
    end?.();
    // Nothing requested it but the commit.
    while (describeAll(host, chain)[0] === '[]') await new Promise((done) => setImmediate(done));
    await host.close();
    const before = describeAll(host, chain);
    await writer.commit(blocks.slice(3));
    await host.catchUp();
    expect(describeAll(host, chain)).toEqual(before);
  } finally {
    await open.close();
  }
});

test('an index whose method changes its version is built again from the ledger', async () => {
  const open = await openAccountStore();
  const { writer, reader, chain } = open.store;
  const host = createHost();
  host.follow(chain, toFeedingLedger(chain, reader));
  try {
    await writer.commit(randomAccountBlocks({ seed: 7, blocks: 5 }));
    await host.catchUp();
    const [first, text] = [host.get(transfersByDay, chain), describeAll(host, chain)];
    await host.catchUp();
    expect(host.get(transfersByDay, chain)).toBe(first);
    method = '2';
    await host.catchUp();
    expect(host.get(transfersByDay, chain)).not.toBe(first);
    expect(describeAll(host, chain)).toEqual(text);
  } finally {
    await host.close();
    await open.close();
  }
});

test('an index that fails leaves the others whole and is built again when the ledger changes', async () => {
  const open = await openAccountStore();
  const { writer, reader, chain } = open.store;
  let isBroken = true;
  const fragile = defineIndexer({
    id: 'fragile',
    reads: 'transfers',
    suits: () => true,
    version: () => '1',
    create: () => ({ blocks: 0 }),
    update: (state) => {
      if (isBroken) throw new Error('broken on purpose');
      state.blocks++;
    },
    invalidate: () => false,
    describe: ({ blocks }) => String(blocks),
  });
  const failures: string[] = [];
  const host = new IndexHost({
    indexers: [fragile, transfersByDay],
    onFailure: (_, indexer) => failures.push(indexer),
  });
  host.follow(chain, toFeedingLedger(chain, reader));
  try {
    const blocks = randomAccountBlocks({ seed: 8, blocks: 6 });
    await writer.commit(blocks.slice(0, 4));
    await host.catchUp();
    expect(new Set(failures)).toEqual(new Set(['fragile']));
    expect(host.get(fragile, chain)).toBeUndefined();
    expect(transfersByDay.describe(host.get(transfersByDay, chain) ?? new Map())).not.toBe('[]');
    isBroken = false;
    await writer.commit(blocks.slice(4));
    await host.catchUp();
    expect(host.get(fragile, chain)).toEqual({ blocks: 6 });
  } finally {
    await host.close();
    await open.close();
  }
});

/** The same object with one method replaced. */
function withMethod<T extends object, K extends keyof T>(target: T, name: K, method: T[K]): T {
  return new Proxy(target, {
    get(real, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(real, key);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
}

test('a ledger that never comes to rest is indexed as far as it was, and the work on it ends', async () => {
  const open = await openAccountStore();
  const { writer, reader, chain } = open.store;
  const feed = toFeedingLedger(chain, reader);
  const host = createHost();
  host.follow(chain, { ...feed, reader: withMethod(feed.reader, 'revision', () => ({})) });
  try {
    const blocks = randomAccountBlocks({ seed: 9, blocks: 6 });
    for (const part of [blocks.slice(0, 4), blocks.slice(4)]) {
      await writer.commit(part);
      await host.catchUp();
      expect(describeAll(host, chain)).toEqual(await buildFresh(chain, feed));
    }
    await writer.invalidate(blocks[3]?.height ?? 0);
    await host.catchUp();
    expect(describeAll(host, chain)).toEqual(await buildFresh(chain, feed));
  } finally {
    await host.close();
    await open.close();
  }
});

test('a block that is listed and cannot be read is reported, and indexes continue when the ledger changes', async () => {
  const source = new MemorySource(new RandomChain({ seed: 92, scripts: 5, blockTransactions: 3 }).extend(20).blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  const whole = toFeedingLedger(CHAIN, ledger.store.reader);
  if (!whole.outputs) throw new Error('The chain has outputs.');
  const { outputs } = whole;
  let isBroken = true;
  const records: typeof outputs.records = (positions, options) =>
    isBroken ? Promise.resolve(positions.map(() => undefined)) : outputs.records(positions, options);
  const feed: FeedingLedger = { ...whole, outputs: withMethod(outputs, 'records', records) };
  const failures: unknown[] = [];
  const host = new IndexHost({ indexers: ALL, onFailure: (_, __, cause) => failures.push(cause) });
  host.follow(CHAIN, feed);
  try {
    await engine.catchUp();
    await host.catchUp();
    expect(failures.length).toBeGreaterThan(0);
    expect(failures[0]).toMatchObject({
      kind: 'inconsistent',
      message: expect.stringMatching(/could not be read whole in 16 attempts/),
    });
    isBroken = false;
    source.chain = new RandomChain({ seed: 92, scripts: 5, blockTransactions: 3 }).extend(21).blocks;
    await engine.catchUp();
    await host.catchUp();
    expect(describeAll(host, CHAIN)).toEqual(await buildFresh(CHAIN, whole));
  } finally {
    await host.close();
    engine.close();
    await ledger.close();
  }
});

test('an indexer that reads records suits chains of outputs only', () => {
  for (const indexer of INDEXERS.filter(({ reads }) => reads === 'records')) {
    expect(['btc', 'ltc', 'eth', 'trx'].filter((chain) => indexer.suits(chain as ChainId))).toEqual(
      ['btc', 'ltc', 'eth', 'trx'].filter(isOutputChainId),
    );
  }
});
