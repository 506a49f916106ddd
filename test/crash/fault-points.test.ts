import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import type { WriteStep } from '@trailmark/store/facts/chain-writer';
import { openFactsStore } from '@trailmark/store/open-store';
import { beforeAll, expect, test } from 'vitest';
import { CHAIN, createEngine, dumpTables, ingest, openLedger, temporaryDirectory } from '../ledger/ledger-harness.ts';

const LIMITS = { transactions: 1e6, bytes: 1e9, blocks: 6, groupTransactions: 1 };
const OPTIONS = { limits: LIMITS, tableSlots: 2 ** 14 };
const chain = new RandomChain({ seed: 90, scripts: 9 }).extend(24);
const fork = chain.fork(17, 91).extend(10);
let expected: Record<string, string[]>;
let expectedFork: Record<string, string[]>;

async function cleanDump(of: RandomChain): Promise<Record<string, string[]>> {
  const ledger = await openLedger();
  try {
    await ingest(ledger, new MemorySource(of.blocks), OPTIONS);
    return await dumpTables(ledger.facts);
  } finally {
    await ledger.close();
  }
}

beforeAll(async () => {
  expected = await cleanDump(chain);
  expectedFork = await cleanDump(fork);
});

/** Runs until the n-th time a step is reached and stops there for ever, as a killed process does; then lets go of the files. */
async function dieAt(directory: string, blocks: RandomChain, step: WriteStep, time: number): Promise<boolean> {
  const reached = Promise.withResolvers<boolean>();
  let seen = 0;
  const host = await openFactsStore({
    dataDirectory: directory,
    onWriteStep: async (at) => {
      if (at !== step || ++seen < time) return;
      reached.resolve(true);
      await new Promise(() => undefined);
    },
  });
  const store = await host.chain(CHAIN);
  const ledger = { directory, facts: host.facts, store, reopen: () => openLedger(), close: () => host.close() };
  const engine = createEngine(ledger, new MemorySource(blocks.blocks), OPTIONS);
  const done = engine.catchUp().then(
    () => false,
    () => false,
  );
  const died = await Promise.race([reached.promise, done]);
  // Inserts of the other tables may still run; a killed process would have cut them short anywhere.
  await new Promise((resolve) => setTimeout(resolve, 50));
  engine.close();
  await host.close();
  return died;
}

const POINTS: readonly (readonly [WriteStep, number])[] = [
  ['intent', 2],
  ['rows', 1],
  ['rows', 5],
  ['slots', 2],
  ['blocks', 3],
];

test.each(POINTS)('a crash at step "%s" number %i of an ingest is repaired at the next start', async (step, time) => {
  const directory = temporaryDirectory();
  try {
    expect(await dieAt(directory, chain, step, time)).toBe(true);
    const ledger = await openLedger({}, directory);
    expect(existsSync(join(directory, 'chains', CHAIN, 'intent.json'))).toBe(false);
    const top = ledger.store.reader.tip()?.height ?? -1;
    const held = await dumpTables(ledger.facts);
    expect(held.blocks?.length).toBe(top + 1);
    expect(held.transactions?.length).toBe(ledger.store.reader.transactionCount());
    await ingest(ledger, new MemorySource(chain.blocks), OPTIONS);
    expect(await dumpTables(ledger.facts)).toEqual(expected);
    await ledger.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.each([
  ['intent', 1],
  ['rows', 2],
] as const)('a crash at step "%s" number %i of a removal is repaired at the next start', async (step, time) => {
  const directory = temporaryDirectory();
  try {
    const first = await openLedger({}, directory);
    await ingest(first, new MemorySource(chain.blocks), OPTIONS);
    const stopped = await first.reopen();
    await stopped.facts.close();
    stopped.store.lookup.close();
    expect(await dieAt(directory, fork, step, time)).toBe(true);
    const ledger = await openLedger({}, directory);
    expect(ledger.store.reader.tip()?.height).toBe(17);
    await ingest(ledger, new MemorySource(fork.blocks), OPTIONS);
    expect(await dumpTables(ledger.facts)).toEqual(expectedFork);
    await ledger.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.each(POINTS)(
  'a failure at step "%s" number %i is overcome by the next look without a restart',
  async (step, time) => {
    let seen = 0;
    const ledger = await openLedger({
      onWriteStep: async (at) => {
        if (at === step && ++seen === time) throw new AppError('unavailable', 'The store cannot be reached.');
      },
    });
    const engine = createEngine(ledger, new MemorySource(chain.blocks), OPTIONS);
    try {
      await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'unavailable' });
      let failures = 0;
      for (let tries = 0; tries < 4; tries++) {
        await engine.catchUp().catch((error: unknown) => {
          expect(error).toMatchObject({ kind: 'unavailable' });
          failures++;
        });
      }
      expect(failures).toBeLessThanOrEqual(1);
      expect(ledger.store.reader.tip()?.hash).toBe(chain.tip.hash);
      expect(await dumpTables(ledger.facts)).toEqual(expected);
    } finally {
      engine.close();
      await ledger.close();
    }
  },
);

test('a batch whose heights are between indexed ones is not taken for committed after a crash', async () => {
  const directory = temporaryDirectory();
  try {
    const whole = await openLedger({}, directory);
    await ingest(whole, new MemorySource(chain.blocks), OPTIONS);
    const before = await dumpTables(whole.facts);
    // Heights 10 and 20 go; the blocks between them stay, as windows of bundled data do.
    for (const height of [10, 20]) await whole.store.writer.discard(height, height);
    const held = await dumpTables(whole.facts);
    const path = join(directory, 'chains', CHAIN, 'intent.json');
    writeFileSync(path, JSON.stringify({ kind: 'insert', heights: [10, 20] }));
    const next = await whole.reopen();
    expect(await dumpTables(next.facts)).toEqual(held);
    expect(held.blocks?.length).toBe((before.blocks?.length ?? 0) - 2);
    await next.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
