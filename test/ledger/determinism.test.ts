import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import type { LedgerPort } from '@trailmark/ingest/utxo/ledger-port';
import { beforeAll, expect, test } from 'vitest';
import { dumpTables, type EngineOptions, ingest, openLedger } from './ledger-harness.ts';

const HUGE = { transactions: 1e6, bytes: 1e9, blocks: 1e6, groupTransactions: 1 };
const chain = new RandomChain({ seed: 70, scripts: 400, blockTransactions: 150, duplicates: 0.05 }).extend(28);
let expected: Record<string, string[]>;

async function dumpWith(options: EngineOptions, batchBlocks = 7): Promise<Record<string, string[]>> {
  const ledger = await openLedger();
  try {
    await ingest(ledger, new MemorySource(chain.blocks, batchBlocks), options);
    return await dumpTables(ledger.facts);
  } finally {
    await ledger.close();
  }
}

beforeAll(async () => {
  expected = await dumpWith({ tableSlots: 2 ** 18, limits: HUGE });
});

test('the chain of this file is large enough to overflow small tables', () => {
  expect(expected.transactions?.length).toBeGreaterThan(1500);
  expect(expected.entries?.length).toBeGreaterThan(5000);
  expect(expected.blocks?.length).toBe(29);
});

test.each([
  [
    'groups of a hundred transactions and eight blocks a batch',
    { tableSlots: 2 ** 11, limits: { ...HUGE, groupTransactions: 100, blocks: 8 } },
  ],
  ['everything in one group', { tableSlots: 2 ** 10, limits: { ...HUGE, groupTransactions: 1e6 } }],
  ['one block a batch', { tableSlots: 2 ** 18, limits: { ...HUGE, blocks: 1 } }],
  ['sixty kilobytes a batch', { tableSlots: 2 ** 18, limits: { ...HUGE, bytes: 60_000 } }],
  ['a table of 1,024 slots', { tableSlots: 2 ** 10, limits: HUGE }],
  ['a table of 1,024 slots and five blocks a batch', { tableSlots: 2 ** 10, limits: { ...HUGE, blocks: 5 } }],
] as const)('the tables are the same with %s', async (_, options) => {
  expect(await dumpWith(options)).toEqual(expected);
});

test('a table of 1,024 slots asks the store for what it dropped', async () => {
  let asked = 0;
  const port = (inner: LedgerPort): LedgerPort => ({
    ...inner,
    findOutputs(requests) {
      asked += requests.count;
      return inner.findOutputs(requests);
    },
  });
  await dumpWith({ tableSlots: 2 ** 10, limits: { ...HUGE, blocks: 5 }, port });
  expect(asked).toBeGreaterThan(20);
});

test('the tables are the same when the chain is read in pieces by new processes', async () => {
  let ledger = await openLedger();
  try {
    for (const toHeight of [0, 13, 27]) {
      await ingest(ledger, new MemorySource(chain.blocks, 3), { toHeight, tableSlots: 2 ** 12 });
      ledger = await ledger.reopen();
      expect(ledger.store.reader.tip()?.height).toBe(toHeight);
    }
    await ingest(ledger, new MemorySource(chain.blocks));
    expect(await dumpTables(ledger.facts)).toEqual(expected);
  } finally {
    await ledger.close();
  }
});
