import { rmSync } from 'node:fs';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { ledgerDatabase } from '@trailmark/store/facts/tables';
import { expect, test } from 'vitest';
import { expectSameAnswers } from './compare-readers.ts';
import { buildModel, CHAIN, createEngine, dumpTables, ingest, type OpenLedger, openLedger } from './ledger-harness.ts';

async function cleanDump(chain: RandomChain): Promise<Record<string, string[]>> {
  const ledger = await openLedger();
  try {
    await ingest(ledger, new MemorySource(chain.blocks));
    return await dumpTables(ledger.facts);
  } finally {
    await ledger.close();
  }
}

async function orphans(ledger: OpenLedger): Promise<Map<string, string[]>> {
  const rows = await ledger.facts.query(
    `SELECT lower(hex(reverse(hash))), arrayMap(x -> lower(hex(reverse(x))), txids) FROM ${ledgerDatabase(CHAIN)}.orphans`,
  );
  return new Map(rows.map(([hash, txids]) => [String(hash), txids as string[]]));
}

/** Deterministic lengths of random extensions and reorganisations. */
const WALKS: readonly (readonly { readonly depth: number; readonly length: number }[])[] = [
  [
    { depth: 0, length: 12 },
    { depth: 3, length: 5 },
    { depth: 1, length: 1 },
    { depth: 0, length: 20 },
    { depth: 14, length: 15 },
  ],
  [
    { depth: 0, length: 120 },
    { depth: 100, length: 101 },
    { depth: 2, length: 4 },
  ],
];

for (const [index, walk] of WALKS.entries()) {
  test(`after walk ${index + 1} of extensions and reorganisations the index equals a clean one of the last chain`, async () => {
    let chain = new RandomChain({ seed: 50 + index, scripts: 8, blockTransactions: 4 });
    const source = new MemorySource(chain.blocks);
    const ledger = await openLedger();
    const engine = createEngine(ledger, source);
    const lost = new Map<string, string[]>();
    try {
      for (const [step, { depth, length }] of walk.entries()) {
        const keep = chain.tip.height - depth;
        for (const block of chain.blocks.slice(keep + 1)) {
          lost.set(
            block.hash,
            block.transactions.map((raw) => decodeTransaction(raw).txid),
          );
        }
        chain = chain.fork(keep, 900 + index * 50 + step).extend(length);
        source.chain = chain.blocks;
        expect(await engine.catchUp()).toBe(step === 0 ? length + 1 : length);
      }
      expect(await engine.catchUp()).toBe(0);
      expect(await orphans(ledger)).toEqual(lost);
      const dump = await dumpTables(ledger.facts);
      if (index === 0) await expectSameAnswers(ledger.store.reader, buildModel(chain.blocks));
      engine.close();
      await ledger.close();
      expect(dump).toEqual(await cleanDump(chain));
    } finally {
      rmSync(ledger.directory, { recursive: true, force: true });
    }
  });
}

test('a fork of 101 blocks is refused and nothing is lost', async () => {
  const chain = new RandomChain({ seed: 60, scripts: 4, blockTransactions: 1 }).extend(110);
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  try {
    await engine.catchUp();
    const before = await dumpTables(ledger.facts);
    source.chain = chain.fork(9, 61).extend(102).blocks;
    await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'inconsistent' });
    expect(await dumpTables(ledger.facts)).toEqual(before);
    source.chain = chain.fork(10, 62).extend(101).blocks;
    expect(await engine.catchUp()).toBe(101);
  } finally {
    engine.close();
    await ledger.close();
  }
});

test('a source that is only behind takes nothing back', async () => {
  const chain = new RandomChain({ seed: 63, scripts: 4, blockTransactions: 1 }).extend(150);
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  try {
    await engine.catchUp();
    for (const length of [150, 31, 1]) {
      source.chain = chain.blocks.slice(0, length);
      expect(await engine.catchUp()).toBe(0);
      expect(ledger.store.reader.tip()?.height).toBe(150);
    }
  } finally {
    engine.close();
    await ledger.close();
  }
});

test('spends of a lost branch do not leak into the next one', async () => {
  const below = new RandomChain({ seed: 64, scripts: 4 }).extend(10);
  const lost = below.fork(10, 65).extend(6);
  const next = below.fork(10, 66).extend(8);
  const source = new MemorySource(lost.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source, { tableSlots: 2 ** 16 });
  try {
    await engine.catchUp();
    source.chain = next.blocks;
    expect(await engine.catchUp()).toBe(8);
    await expectSameAnswers(ledger.store.reader, buildModel(next.blocks));
    // Blocks that build on outputs of the lost branch are refused: those outputs are gone.
    const wrong = lost.fork(16, 67).extend(20).blocks.slice(17);
    source.chain = [...next.blocks, ...wrong.map((block, i) => ({ ...block, height: 19 + i }))];
    await expect(engine.catchUp()).rejects.toMatchObject({ kind: 'inconsistent' });
    expect(ledger.store.reader.tip()?.height).toBe(18);
  } finally {
    engine.close();
    await ledger.close();
  }
});

test('transactions of blocks that lost are kept with their bytes, their block and when it was taken back', async () => {
  const chain = new RandomChain({ seed: 77, scripts: 8, blockTransactions: 4 }).extend(10);
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  try {
    await engine.catchUp();
    source.chain = chain.fork(7, 78).extend(5).blocks;
    await engine.catchUp();
    for (const { height, hash, transactions } of chain.blocks.slice(8)) {
      for (const raw of transactions) {
        const { txid } = decodeTransaction(raw);
        const kept = await ledger.store.reader.vanished(txid);
        expect(kept).toMatchObject([{ txid, reason: 'reorganised', block: { height, hash }, replacedBy: undefined }]);
        expect(Buffer.from(kept[0]!.raw).equals(raw)).toBe(true);
        expect(kept[0]!.lastSeen).toBeGreaterThan(kept[0]!.firstSeen);
      }
    }
    const { txid } = decodeTransaction(chain.blocks[3]!.transactions[0]!);
    expect(await ledger.store.reader.vanished(txid)).toEqual([]);
  } finally {
    engine.close();
    await ledger.close();
  }
});

test('an unconfirmed transaction that was replaced is kept with what replaced it', async () => {
  const ledger = await openLedger();
  try {
    const transaction = {
      txid: 'ab'.repeat(32),
      raw: Uint8Array.of(1, 2, 3),
      reason: 'replaced',
      firstSeen: 1_700_000_000,
      lastSeen: 1_700_000_600,
      block: undefined,
      replacedBy: 'cd'.repeat(32),
    } as const;
    await ledger.store.writer.putVanished([transaction]);
    expect(await ledger.store.reader.vanished(transaction.txid)).toEqual([transaction]);
  } finally {
    await ledger.close();
  }
});
