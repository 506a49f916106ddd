import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import type { IngestProgress } from '@trailmark/ingest/worker-protocol';
import { expect, test } from 'vitest';
import { createEngine, openLedger } from './ledger-harness.ts';

test('progress names only heights that a stop does not take back', async () => {
  const chain = new RandomChain({ seed: 31, scripts: 6 }).extend(40);
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  let committed = -1;
  let committedBlocks = 0;
  const seen: IngestProgress[] = [];
  const engine = createEngine(ledger, source, {
    limits: { transactions: 1e6, bytes: 1e9, blocks: 6, groupTransactions: 1 },
    port: (port) => ({
      ...port,
      async commit(batch) {
        await port.commit(batch);
        committed = Math.max(...batch.heights);
        committedBlocks += batch.heights.length;
      },
    }),
    onProgress: (progress) => {
      expect(progress.height ?? -1).toBeLessThanOrEqual(committed);
      expect(progress.blocks).toBeLessThanOrEqual(committedBlocks);
      seen.push(progress);
    },
  });
  try {
    await engine.catchUp();
    expect(seen[0]).toEqual({ blocks: 0, transactions: 0, bytes: 0, height: undefined, targetHeight: 40 });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.at(-1)).toMatchObject({ blocks: 41, height: 40, targetHeight: 40 });
    expect(seen.at(-1)?.bytes).toBe(chain.blocks.reduce((sum, { raw }) => sum + raw.length, 0));
  } finally {
    engine.close();
    await ledger.close();
  }
});
