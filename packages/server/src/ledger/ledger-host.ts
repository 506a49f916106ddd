import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainStatus } from '@trailmark/api/contract/chain';
import { chainName, getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import {
  ACCOUNT_CHAIN_IDS,
  type AccountChainId,
  type ChainId,
  isAccountChainId,
  isOutputChainId,
  type OutputChainId,
} from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { startAccountJob } from '@trailmark/ingest/account/account-job';
import type { AccountSourceSpec } from '@trailmark/ingest/account/account-source-spec';
import { listAccountSets } from '@trailmark/ingest/account-bundled/account-sets';
import { loadAccountSets } from '@trailmark/ingest/account-bundled/load-account-sets';
import { listBundledSets } from '@trailmark/ingest/bundled/bundled-sets';
import type { WatchedChain } from '@trailmark/ingest/filters/create-filter-port';
import type { FetchedUtxoHistory } from '@trailmark/ingest/on-demand/fetch-utxo-history';
import {
  findIndexedTransactions,
  type MergedUtxoHistory,
  mergeUtxoHistory,
} from '@trailmark/ingest/on-demand/merge-utxo-history';
import { startIngestJob } from '@trailmark/ingest/utxo/ingest-job';
import { loadBundledSets } from '@trailmark/ingest/utxo/load-bundled';
import { MempoolOverlay } from '@trailmark/ingest/utxo/mempool-overlay';
import type { SourceSpec } from '@trailmark/ingest/utxo/source-spec';
import type { IngestJob, IngestStatus } from '@trailmark/ingest/worker-job';
import type { FilterStatus, IngestStart } from '@trailmark/ingest/worker-protocol';
import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import { tidyAccountTables } from '@trailmark/store/account-facts/tidy-account-tables';
import { tidyTables } from '@trailmark/store/facts/tidy';
import { type FactsStore, openFactsStore } from '@trailmark/store/open-store';
import type { Config } from '../config.ts';
import { askNode, openProofNode } from './accounts/ask-node.ts';
import { type LedgerSources, type OpenProofNode, outputReaders, type StateBalances } from './ledgers.ts';
import type { UtxoMerger } from './mergers.ts';

/** An ingest as it was requested, by this process or by a command that handed it over. */
export type IngestRequest = UtxoIngestRequest | AccountIngestRequest;

export interface UtxoIngestRequest {
  readonly chain: OutputChainId;
  readonly spec: SourceSpec;
  readonly follow: boolean;
  /** Where the chain is not read from its first block. */
  readonly fromHeight: IngestStart | undefined;
  readonly toHeight: number | undefined;
  readonly cacheMib: number | undefined;
  readonly pollMs: number | undefined;
}

export interface AccountIngestRequest {
  readonly chain: AccountChainId;
  readonly spec: AccountSourceSpec;
  readonly follow: boolean;
  readonly fromHeight: number | 'latest' | undefined;
  readonly toHeight: number | undefined;
  readonly pollMs: number | undefined;
}

function isAccountRequest(request: IngestRequest): request is AccountIngestRequest {
  return isAccountChainId(request.chain);
}

/** The store with its chains, their overlays and their running ingests. */
export class LedgerHost {
  readonly readers = new Map<ChainId, OutputLedger | AccountLedger>();
  readonly overlays = new Map<OutputChainId, MempoolOverlay>();
  private readonly jobs = new Map<ChainId, IngestJob>();
  private readonly followed = new Map<ChainId, AccountSourceSpec>();
  private readonly starting = new Set<ChainId>();
  private readonly merges = new Map<OutputChainId, Promise<unknown>>();
  private readonly openListeners: ((chain: ChainId) => void)[] = [];
  private watched: ((chain: OutputChainId) => WatchedChain) | undefined;
  private isServing = false;
  private isClosing = false;
  private readonly store: FactsStore;
  private readonly config: Config;

  private constructor(store: FactsStore, config: Config) {
    this.store = store;
    this.config = config;
  }

  /** Opens the store and every chain that has a folder. The caller holds the data lock. */
  static async open(config: Config): Promise<LedgerHost> {
    const { facts, dataDir } = config;
    const server = facts.kind === 'server' ? facts : undefined;
    const store = await openFactsStore({ dataDirectory: dataDir, server });
    const host = new LedgerHost(store, config);
    for (const chain of listChainFolders(dataDir)) {
      if (isAccountChainId(chain)) await host.openAccountChain(chain);
      else await host.openChain(chain);
    }
    return host;
  }

  async openChain(chain: OutputChainId): Promise<void> {
    if (this.readers.has(chain)) return;
    const { reader } = await this.store.chain(chain);
    this.readers.set(chain, reader);
    this.reportOpen(chain);
  }

  async openAccountChain(chain: AccountChainId): Promise<AccountChainStore> {
    const store = await this.store.accountChain(chain);
    if (!this.readers.has(chain)) {
      this.readers.set(chain, store.reader);
      this.reportOpen(chain);
    }
    return store;
  }

  /** Calls with every chain that is opened from now on. */
  onOpen = (listener: (chain: ChainId) => void): void => {
    this.openListeners.push(listener);
  };

  /** Sets what watches look for: from then on a chain can be followed by its block filters. */
  serveWatches(watched: (chain: OutputChainId) => WatchedChain): void {
    this.watched = watched;
  }

  private reportOpen(chain: ChainId): void {
    for (const listener of this.openListeners) listener(chain);
  }

  /** Loads the bundled sets into Bitcoin when it is empty. Returns the number of transactions, 0 when it was not. */
  async loadBundled(): Promise<number> {
    await this.openChain('btc');
    const store = await this.store.chain('btc');
    if (store.reader.tip()) return 0;
    return loadBundledSets(store, listBundledSets(), this.lookupDirectory('btc'));
  }

  /** Loads the bundled sets of every account chain that is empty. Returns the number of transactions by chain. */
  async loadBundledAccounts(): Promise<ReadonlyMap<AccountChainId, number>> {
    const loaded = new Map<AccountChainId, number>();
    for (const chain of ACCOUNT_CHAIN_IDS) {
      const sets = listAccountSets(chain);
      if (sets.length === 0) continue;
      const store = await this.openAccountChain(chain);
      if (!store.reader.tip()) loaded.set(chain, await loadAccountSets(store, sets));
    }
    return loaded;
  }

  /** Starts an ingest. Throws `conflict` when the chain has one already, `unavailable` while the host closes. */
  async startIngest(request: IngestRequest, onChange?: (status: IngestStatus) => void): Promise<IngestJob> {
    const { chain } = request;
    this.refuseSecond(chain);
    this.starting.add(chain);
    try {
      if (!isAccountChainId(chain)) await this.merges.get(chain);
      return isAccountRequest(request)
        ? await this.openAccountJob(request, onChange)
        : await this.openJob(request, onChange);
    } finally {
      this.starting.delete(chain);
    }
  }

  private refuseSecond(chain: ChainId): void {
    const name = chainName(chain);
    if (this.isClosing) throw new AppError('unavailable', `The server is stopping, so ${name} is not read.`);
    const running = this.runningJob(chain);
    if (!running && !this.starting.has(chain)) return;
    const from = running ? `, from ${running.status.source}` : '';
    throw new AppError('conflict', `${name} is being read already${from}. One ingest a chain at a time.`);
  }

  /** What is fetched on demand of a chain of the Bitcoin family. Throws `conflict` while the chain is being read. */
  utxoMerger(chain: OutputChainId): UtxoMerger {
    this.refuseWhileRead(chain);
    return {
      findIndexed: async (listed) => {
        const reader = outputReaders(this.readers).get(chain);
        return reader ? new Set((await findIndexedTransactions(reader, listed)).keys()) : new Set();
      },
      merge: (history) => this.merge(chain, history),
    };
  }

  /** One after the other, and not during an ingest: both append to the same files. */
  private merge(chain: OutputChainId, history: FetchedUtxoHistory): Promise<MergedUtxoHistory> {
    const before = this.merges.get(chain) ?? Promise.resolve();
    const mine = before.then(async () => {
      this.refuseWhileRead(chain);
      await this.openChain(chain);
      return mergeUtxoHistory(await this.store.chain(chain), getChain(chain), history);
    });
    this.merges.set(
      chain,
      mine.catch(() => undefined),
    );
    return mine;
  }

  private refuseWhileRead(chain: OutputChainId): void {
    if (this.isClosing) throw new AppError('unavailable', 'The server is stopping, so nothing is fetched.');
    const running = this.runningJob(chain);
    if (!running && !this.starting.has(chain)) return;
    const from = running ? ` from ${running.status.source}` : '';
    throw new AppError(
      'conflict',
      `${chainName(chain)} is being read${from}: what is fetched would give way to its blocks. Fetch when that is done.`,
    );
  }

  private async openAccountJob(
    request: AccountIngestRequest,
    onChange?: (status: IngestStatus) => void,
  ): Promise<IngestJob> {
    const store = await this.openAccountChain(request.chain);
    store.writer.isGentle = this.isServing;
    const tidy = this.tidyOnce(request.chain);
    const job = startAccountJob({
      ...request,
      store,
      compileCache: join(this.config.dataDir, 'compiled'),
      isGentle: this.isServing,
      onChange: (status) => {
        if (status.state === 'following') tidy();
        onChange?.(status);
      },
    });
    this.jobs.set(request.chain, job);
    this.followed.set(request.chain, request.spec);
    if (this.isClosing) void job.stop();
    return job;
  }

  /** Merges the lookup tables of a chain when its first reading has caught up: pages read a little of every part. */
  private tidyOnce(chain: AccountChainId): () => void {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      // Speed only: where it fails, pages are slower until the engine merges automatically.
      void tidyAccountTables(this.store.facts, chain).catch(() => undefined);
    };
  }

  private async openJob(request: UtxoIngestRequest, onChange?: (status: IngestStatus) => void): Promise<IngestJob> {
    const { chain } = request;
    const isFiltered = request.spec.kind === 'filters';
    if (isFiltered && !this.watched) {
      throw new AppError(
        'conflict',
        'Filters are followed for watches, and only a running server has those: start it first.',
      );
    }
    await this.openChain(chain);
    const store = await this.store.chain(chain);
    const overlay = new MempoolOverlay(getChain(chain), store.reader);
    // Filters are of blocks: nothing unconfirmed is known.
    if (request.follow && !isFiltered) this.overlays.set(chain, overlay);
    store.writer.isGentle = this.isServing;
    const job = startIngestJob({
      ...request,
      store,
      lookupDirectory: this.lookupDirectory(chain),
      isGentle: this.isServing,
      watched: isFiltered ? this.watched?.(chain) : undefined,
      onChange: (status) => onChange?.(status),
      // A look that fails, such as one while the store closes, is made up for by the next.
      onMempool: (txids, raw) =>
        void overlay
          .update(txids, raw, Math.floor(Date.now() / 1000))
          .then((vanished) => store.writer.putVanished(vanished))
          .catch(() => undefined),
    });
    this.jobs.set(chain, job);
    if (this.isClosing) void job.stop();
    void job.finished
      .catch(() => undefined)
      .finally(() => {
        overlay.clear();
      });
    return job;
  }

  /**
   * From now on requests come first: ingests go gently. Small tables are merged before the first request, because a merge
   * holds up every query until it is done.
   */
  async prepareServing(): Promise<void> {
    this.isServing = true;
    for (const chain of this.readers.keys()) {
      if (isAccountChainId(chain)) await tidyAccountTables(this.store.facts, chain);
      else await tidyTables(this.store.facts, chain);
    }
  }

  /** Wakes the ingest of a chain. Returns whether one is running. */
  notify(chain: ChainId): boolean {
    const job = this.runningJob(chain);
    job?.notify();
    return job !== undefined;
  }

  private runningJob(chain: ChainId): IngestJob | undefined {
    const job = this.jobs.get(chain);
    return job && (job.status.state === 'running' || job.status.state === 'following') ? job : undefined;
  }

  ingestStatus(chain: ChainId): ChainStatus['ingest'] {
    const status = this.jobs.get(chain)?.status;
    if (!status) return null;
    const { chain: _, filters: __, ...shown } = status;
    return shown;
  }

  /** Of a chain that is followed by block filters: not shown to everybody, because it counts what is watched. */
  private readonly filterStatus = (chain: ChainId): FilterStatus | null =>
    this.runningJob(chain)?.status.filters ?? null;

  /** What handlers read of it. */
  served(): Omit<LedgerSources, 'software'> {
    const { readers, overlays, stateBalances, openProofNode, filterStatus } = this;
    return {
      readers,
      overlays,
      stateBalances,
      openProofNode,
      filterStatus,
      ingestStatus: (chain) => this.ingestStatus(chain),
    };
  }

  private nodeOf(chain: AccountChainId): AccountSourceSpec | undefined {
    return this.runningJob(chain)?.status.state === 'following' ? this.followed.get(chain) : undefined;
  }

  private readonly stateBalances: StateBalances = async ({ chain, ...asked }, signal) => {
    const spec = this.nodeOf(chain);
    return spec && askNode(getAccountChain(chain), spec, asked, signal);
  };

  /** Also while the node is still being caught up with: a proof is of one block, which the index has or has not. */
  private readonly openProofNode: OpenProofNode = async (chain) => {
    const spec = this.runningJob(chain) && this.followed.get(chain);
    return spec && openProofNode(getAccountChain(chain), spec);
  };

  /** Stops ingests after the batch in hand and closes the store. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...[...this.jobs.values()].map((job) => job.stop()), ...this.merges.values()]);
    await this.store.close();
  }

  private lookupDirectory(chain: OutputChainId): string {
    return join(this.config.dataDir, 'chains', chain, 'lookup');
  }
}

function listChainFolders(dataDir: string): ChainId[] {
  try {
    return readdirSync(join(dataDir, 'chains')).filter(
      (name): name is ChainId => isOutputChainId(name) || isAccountChainId(name),
    );
  } catch {
    return [];
  }
}
