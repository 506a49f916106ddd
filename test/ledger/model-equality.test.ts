import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { expect, test } from 'vitest';
import { expectSameAnswers } from './compare-readers.ts';
import { buildModel, ingest, listOwners, openLedger } from './ledger-harness.ts';

const WEEK = 604_800;
/** Monday, 5 January 1970. */
const FIRST_MONDAY = 4 * 86_400;

for (const [seed, scripts] of [
  [1, 12],
  [2, 6],
] as const) {
  test(`the store answers everything as the model does on a random chain among ${scripts} scripts`, async () => {
    const chain = new RandomChain({ seed, scripts }).extend(28);
    const ledger = await openLedger();
    try {
      expect(await ingest(ledger, new MemorySource(chain.blocks))).toBe(29);
      await expectSameAnswers(ledger.store.reader, buildModel(chain.blocks));
    } finally {
      await ledger.close();
    }
  });
}

test('repeated coinbases are two transactions, and each spend takes the one before it', async () => {
  const chain = new RandomChain({ seed: 3, duplicates: 0.3, scripts: 6 }).extend(34);
  const txids = chain.blocks.map(({ transactions }) => decodeTransaction(transactions[0] as Uint8Array).txid);
  expect(new Set(txids).size).toBeLessThan(txids.length - 3);
  const ledger = await openLedger();
  try {
    await ingest(ledger, new MemorySource(chain.blocks));
    await expectSameAnswers(ledger.store.reader, buildModel(chain.blocks));
  } finally {
    await ledger.close();
  }
});

test('weeks of activity begin on Monday and lose nothing', async () => {
  const chain = new RandomChain({ seed: 4, scripts: 3, blockTransactions: 1 }).extend(400);
  const ledger = await openLedger();
  try {
    await ingest(ledger, new MemorySource(chain.blocks));
    const { reader } = ledger.store;
    for (const owner of (await listOwners(buildModel(chain.blocks.slice(0, 8)))).slice(1)) {
      const { points } = await reader.activity(owner, WEEK);
      const days = await reader.activity(owner, 86_400);
      expect(points.filter(({ time }) => (time - FIRST_MONDAY) % WEEK !== 0)).toEqual([]);
      for (const { time, received, sent, transactions } of points) {
        const inside = days.points.filter((day) => day.time >= time && day.time < time + WEEK);
        expect(received).toBe(inside.reduce((sum, day) => sum + day.received, 0n));
        expect(sent).toBe(inside.reduce((sum, day) => sum + day.sent, 0n));
        expect(transactions).toBe(inside.reduce((sum, day) => sum + day.transactions, 0));
      }
    }
  } finally {
    await ledger.close();
  }
});
