import { getChain } from '@trailmark/chains/catalogue';
import { AppError } from '@trailmark/core/errors';
import type { ChainStore } from '@trailmark/store/open-store';
import type { BundledSet } from '../bundled/bundled-set.ts';
import { BatchStager } from './batch-stager.ts';
import { BlockResolver } from './block-resolver.ts';
import { checkValues } from './check-values.ts';
import { FactBlockConverter } from './fact-blocks.ts';
import { IngestEngine } from './ingest-engine.ts';
import type { LedgerPort } from './ledger-port.ts';
import { createStorePort } from './store-port.ts';

const SMALL_TABLE = 2 ** 16;

interface Target {
  readonly store: ChainStore;
  readonly port: LedgerPort;
  readonly directories: { readonly staging: string; readonly lookup: string };
}

/** Loads bundled sets into an empty chain. Returns how many transactions went in. */
export async function loadBundledSets(
  store: ChainStore,
  sets: readonly BundledSet[],
  lookupDirectory: string,
): Promise<number> {
  if (store.reader.tip()) {
    throw new AppError('conflict', 'The bundled data goes into an empty index only; this one already holds blocks.');
  }
  const directories = { staging: store.stagingDirectory, lookup: lookupDirectory };
  const target: Target = { store, port: createStorePort(store), directories };
  // Whole chains from the genesis come first: what later windows spend may be there.
  const order = { blocks: 0, facts: 1, 'isolated-blocks': 2 } as const;
  for (const set of [...sets].sort((a, b) => order[a.kind] - order[b.kind])) await loadSet(target, set);
  return store.reader.transactionCount();
}

async function loadSet(target: Target, set: BundledSet): Promise<void> {
  if (set.kind === 'blocks') return loadChain(target, set);
  const stager = new BatchStager(target.port, target.directories);
  try {
    if (set.kind === 'facts') await loadFacts(target, set, stager);
    else await loadIsolated(target, set, stager);
    await stager.flush();
    await stager.settle();
  } finally {
    stager.close();
  }
}

async function loadChain(target: Target, set: BundledSet & { kind: 'blocks' }): Promise<void> {
  const source = await set.open();
  const engine = new IngestEngine({
    chain: getChain(set.chain),
    source,
    port: target.port,
    directories: target.directories,
    tableSlots: SMALL_TABLE,
  });
  try {
    await engine.catchUp();
  } finally {
    engine.close();
    await source.close();
  }
}

async function loadFacts(target: Target, set: BundledSet & { kind: 'facts' }, stager: BatchStager): Promise<void> {
  const source = await set.open();
  const converter = new FactBlockConverter(source.description);
  for await (const batch of source.blocks()) {
    for (const block of batch) {
      if (target.store.reader.block(block.height)) continue;
      const resolved = converter.convert(block);
      stager.add(resolved, checkValues(getChain(set.chain), resolved, { mayMissInputs: true }));
    }
    if (stager.isFull) await stager.flush();
  }
}

async function loadIsolated(
  target: Target,
  set: BundledSet & { kind: 'isolated-blocks' },
  stager: BatchStager,
): Promise<void> {
  const source = await set.open();
  const chain = getChain(set.chain);
  const resolver = new BlockResolver(chain, { source: source.description, tableSlots: SMALL_TABLE });
  for await (const batch of source.blocks()) {
    for (const block of batch) {
      if (target.store.reader.block(block.height)) continue;
      resolver.add(block, undefined);
      for (const resolved of await resolver.take((requests) => target.port.findOutputs(requests))) {
        stager.add(resolved, checkValues(chain, resolved, { mayMissInputs: true }));
      }
    }
    if (stager.isFull) await stager.flush();
  }
}
