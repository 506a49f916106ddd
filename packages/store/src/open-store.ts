import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountChainId, ChainId, OutputChainId } from '@trailmark/core/chain';
import type { FundingAnswers, FundingRequests } from '@trailmark/core/funding';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { AccountChainStore } from './account-facts/account-store.ts';
import { openAccountChain } from './account-facts/open-account-chain.ts';
import { BlockIndex } from './facts/block-index.ts';
import { createChainReader } from './facts/chain-reader.ts';
import { ChainWriter, type WriteStep } from './facts/chain-writer.ts';
import { type FactsClient, openEmbeddedFacts, openServerFacts, type ServerFactsOptions } from './facts/client.ts';
import { readFunding } from './facts/reads/funding.ts';
import { readStoredTransactions, type StoredTransaction } from './facts/reads/stored-transactions.ts';
import { rebuildLookup } from './facts/rebuild-lookup.ts';
import { ledgerDatabase } from './facts/tables.ts';
import { withRoom } from './full-disk.ts';
import { LookupFiles } from './lookup/lookup-files.ts';

/** One chain of the store: its reader, its one writer and its lookup files. */
export interface ChainStore {
  readonly chain: OutputChainId;
  readonly reader: OutputLedger;
  readonly writer: ChainWriter;
  readonly lookup: LookupFiles;
  /** The outputs that inputs name, for resolving a group of blocks. */
  findFunding(requests: FundingRequests): Promise<FundingAnswers>;
  /** The indexed transactions of a height, each as a block of one with what is known of its inputs; raw bytes where there are some. */
  storedTransactions(height: number): Promise<readonly StoredTransaction[]>;
  /** Where batches are staged before they are committed. */
  readonly stagingDirectory: string;
}

export interface FactsStore {
  readonly facts: FactsClient;
  /** Opens a chain, creating its tables; the same object on every call. */
  chain(chain: OutputChainId): Promise<ChainStore>;
  /** Opens an account chain, creating its tables; the same object on every call. */
  accountChain(chain: AccountChainId): Promise<AccountChainStore>;
  /** Chains opened so far. */
  opened(): readonly ChainStore[];
  openedAccountChains(): readonly AccountChainStore[];
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly dataDirectory: string;
  /** A ClickHouse server instead of the embedded engine. */
  readonly server?: ServerFactsOptions | undefined;
  /** Called between the steps of a write: tests stop there as a crash would. */
  readonly onWriteStep?: ((step: WriteStep) => Promise<void>) | undefined;
}

/** Opens the facts store of a data directory. The caller holds the directory's lock. */
export async function openFactsStore(options: OpenStoreOptions): Promise<FactsStore> {
  const facts = await withRoom(options.dataDirectory, async () => {
    mkdirSync(options.dataDirectory, { recursive: true });
    const { server } = options;
    return server ? openServerFacts(server) : openEmbeddedFacts(join(options.dataDirectory, 'facts'));
  });
  const chains = new Map<OutputChainId, Promise<ChainStore>>();
  const ready: ChainStore[] = [];
  const accountChains = new Map<AccountChainId, Promise<AccountChainStore>>();
  const readyAccounts: AccountChainStore[] = [];
  return {
    facts,
    chain(chain) {
      const known = chains.get(chain);
      if (known) return known;
      const opening = withRoom(options.dataDirectory, () => openChain(facts, options, chain)).then((store) => {
        ready.push(store);
        return store;
      });
      chains.set(chain, opening);
      // What could not be opened, as on a full disk, is tried again by the next call.
      opening.catch(() => chains.delete(chain));
      return opening;
    },
    accountChain(chain) {
      const known = accountChains.get(chain);
      if (known) return known;
      const directory = join(options.dataDirectory, 'chains', chain);
      const opening = withRoom(options.dataDirectory, () => {
        const stagingDirectory = createStaging(directory, chain);
        return openAccountChain({ facts, chain, directory, stagingDirectory, onStep: options.onWriteStep });
      }).then((store) => {
        readyAccounts.push(store);
        return store;
      });
      accountChains.set(chain, opening);
      opening.catch(() => accountChains.delete(chain));
      return opening;
    },
    opened: () => ready,
    openedAccountChains: () => readyAccounts,
    async close() {
      for (const { stagingDirectory } of readyAccounts) rmSync(stagingDirectory, { recursive: true, force: true });
      for (const store of ready) {
        store.lookup.close();
        rmSync(store.stagingDirectory, { recursive: true, force: true });
      }
      await facts.close();
    },
  };
}

async function openChain(facts: FactsClient, options: OpenStoreOptions, chain: OutputChainId): Promise<ChainStore> {
  const directory = join(options.dataDirectory, 'chains', chain);
  const stagingDirectory = createStaging(directory, chain);
  const blocks = new BlockIndex();
  const lookup = new LookupFiles(join(directory, 'lookup'));
  const writer = new ChainWriter({ facts, chain, directory, blocks, lookup, onStep: options.onWriteStep });
  await writer.open();
  await rebuildLookup({ facts, chain, blocks, lookup });
  const scope = { facts, chain, database: ledgerDatabase(chain, facts.databasePrefix), blocks, lookup };
  const reader = createChainReader(scope);
  return {
    chain,
    reader,
    writer,
    lookup,
    findFunding: (requests) => readFunding(scope, requests),
    storedTransactions: (height) => readStoredTransactions(scope, height),
    stagingDirectory,
  };
}

const SHARED_MEMORY = '/dev/shm';
const SHARED_MEMORY_LEAST = 2 ** 30;
const STAGING_PREFIX = 'trailmark-staging-';

/**
 * A folder for batches on their way into the store. They live for a moment and a crash may lose them, so memory serves
 * better than a disk; where there is too little shared memory, as in many containers, the data folder serves.
 */
function createStaging(directory: string, chain: ChainId): string {
  const local = join(directory, 'staging');
  rmSync(local, { recursive: true, force: true });
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize >= SHARED_MEMORY_LEAST) {
      sweepStaging();
      return mkdtempSync(join(SHARED_MEMORY, `${STAGING_PREFIX}${process.pid}-${chain}-`));
    }
  } catch {
    // No shared memory on this system.
  }
  mkdirSync(local, { recursive: true });
  return local;
}

/** Removes staging folders of processes that are gone: one that was killed could not clean up. */
function sweepStaging(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    const pid = Number(name.slice(STAGING_PREFIX.length).split('-')[0]);
    if (!existsSync(`/proc/${pid}`)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}
