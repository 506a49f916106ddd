import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterView } from '@trailmark/core/cluster';
import { ownerId } from '@trailmark/core/owner';
import { listBundledSets } from '@trailmark/ingest/bundled/bundled-sets';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { loadBundledSets } from '@trailmark/ingest/utxo/load-bundled';
import { openFactsStore } from '@trailmark/store/open-store';
import { expect, test } from 'vitest';
import { type ClusterHost, createClusterHost } from '../../packages/server/src/testing/cluster-host.ts';
import {
  CHAIN,
  createEngine,
  ingest,
  type OpenLedger,
  openLedger,
  temporaryDirectory,
} from '../ledger/ledger-harness.ts';

const VIEWS: readonly ClusterView[] = ['conservative', 'expanded'];

function createHost(ledger: OpenLedger): ClusterHost {
  return createClusterHost(CHAIN, ledger.store.reader);
}

/** Every cluster with its members, links and alarms, as text. */
function describeClusters(host: ClusterHost): string {
  const index = host.get() as ClusterIndex;
  const rows = VIEWS.flatMap((view) =>
    [...Array(index.ownerCount).keys()].flatMap((number) => {
      const cluster = index.clusterOf(number, view);
      if (cluster?.id !== number) return [];
      const members = [...index.members(cluster, { limit: 100_000 })].map((member) => ownerId(index.owner(member)));
      const links = index.links(cluster, { limit: 100_000 }).map(({ link }) => [link.position, link.rules, link.vout]);
      return [{ view, number, members, links, alarms: index.alarmsOf(cluster).length }];
    }),
  );
  return JSON.stringify([rows, index.progress.height, index.progress.hash, index.progress.state]);
}

test('clusters that followed a ledger through reorganisations are those of a ledger read at once', async () => {
  let chain = new RandomChain({ seed: 71, scripts: 30, blockTransactions: 6 });
  const source = new MemorySource(chain.blocks);
  const ledger = await openLedger();
  const engine = createEngine(ledger, source);
  const host = createHost(ledger);
  try {
    for (const [step, { depth, length }] of [
      { depth: 0, length: 130 },
      { depth: 3, length: 5 },
      { depth: 0, length: 1 },
      { depth: 40, length: 44 },
      { depth: 100, length: 101 },
    ].entries()) {
      chain = chain.fork(chain.tip.height - depth, 500 + step).extend(length);
      source.chain = chain.blocks;
      await engine.catchUp();
      await host.catchUp();
      const fresh = createHost(ledger);
      await fresh.catchUp();
      expect(describeClusters(host)).toBe(describeClusters(fresh));
      await fresh.close();
    }
    const index = host.get() as ClusterIndex;
    expect(index.graph.links.count).toBeGreaterThan(50);
    expect(index.progress).toMatchObject({ state: 'ready', height: chain.tip.height, hash: chain.tip.hash });
  } finally {
    await host.close();
    engine.close();
    await ledger.close();
  }
});

test('clusters are the same whatever the batches the ledger was read in', async () => {
  const { blocks } = new RandomChain({ seed: 72, scripts: 25, blockTransactions: 5 }).extend(60);
  const answers: string[] = [];
  for (const step of [1, 7, 60]) {
    const ledger = await openLedger();
    const host = createHost(ledger);
    for (let to = 0; to <= 60; to += step) {
      await ingest(ledger, new MemorySource(blocks), { toHeight: Math.min(60, to) });
      await host.catchUp();
    }
    await ingest(ledger, new MemorySource(blocks));
    await host.catchUp();
    answers.push(describeClusters(host));
    await host.close();
    await ledger.close();
  }
  expect(new Set(answers).size).toBe(1);
});

test('no CoinJoin of the bundled Wasabi month joins anybody, and inputs of ordinary payments do', async () => {
  const directory = temporaryDirectory();
  const store = await openFactsStore({ dataDirectory: directory });
  try {
    const chain = await store.chain('btc');
    await loadBundledSets(chain, listBundledSets(), join(directory, 'chains', 'btc', 'lookup'));
    const host = createClusterHost('btc', chain.reader);
    await host.catchUp();
    const index = host.get() as ClusterIndex;
    const wasabi = chain.reader.heightRanges().filter(({ source }) => /wasabi/i.test(source));
    let mixes = 0;
    for (const { fromHeight, toHeight } of wasabi) {
      for (let height = fromHeight; height <= toHeight; height++) {
        for (const position of await chain.reader.blockPositions(height)) {
          mixes++;
          expect(index.linksAt(position)).toEqual([]);
        }
      }
    }
    expect(mixes).toBe(196);
    const { links, ruleSets } = index.graph;
    const views = [...Array(links.count).keys()].map((link) => ruleSets.get(links.ruleSet(link)).view);
    expect(views.filter((view) => view === 'conservative').length).toBeGreaterThan(1000);
    await host.close();
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
