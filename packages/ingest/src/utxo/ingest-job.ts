import { dirname, join } from 'node:path';
import type { ChainStore } from '@trailmark/store/open-store';
import { createFilterPort, type WatchedChain } from '../filters/create-filter-port.ts';
import { type IngestJob, type IngestStatus, startWorkerJob } from '../worker-job.ts';
import type { IngestStart, IngestWorkerData } from '../worker-protocol.ts';
import type { SourceSpec } from './source-spec.ts';
import { createStorePort } from './store-port.ts';

export interface IngestJobOptions {
  readonly store: ChainStore;
  readonly lookupDirectory: string;
  readonly spec: SourceSpec;
  readonly follow: boolean;
  readonly pollMs?: number | undefined;
  /** First height where the chain is not read from its first block. */
  readonly fromHeight?: IngestStart | undefined;
  readonly toHeight?: number | undefined;
  /** Memory for unspent outputs, MiB. */
  readonly cacheMib?: number | undefined;
  /** Requests are answered meanwhile: they come first. */
  readonly isGentle?: boolean | undefined;
  /** What watches look for on this chain; needed by a source of filters. */
  readonly watched?: WatchedChain | undefined;
  readonly onChange?: (status: IngestStatus) => void;
  readonly onMempool?: (txids: readonly string[], raw: ReadonlyMap<string, Uint8Array>) => void;
}

const SOURCE_WORDS: Readonly<Record<SourceSpec['kind'], string>> = {
  rpc: 'node',
  'block-files': 'block files',
  filters: 'filters of a node',
};
const SLOT_BYTES = 72;
const DEFAULT_CACHE_MIB = 144;

function tableSlots(cacheMib: number): number {
  const slots = (cacheMib * 2 ** 20) / SLOT_BYTES;
  return 2 ** Math.min(25, Math.max(12, Math.floor(Math.log2(slots))));
}

/** Starts reading a chain in a thread of its own. The caller sees to it that a chain has one job at a time. */
export function startIngestJob(options: IngestJobOptions): IngestJob {
  const data: IngestWorkerData = {
    chain: options.store.chain,
    spec: options.spec,
    follow: options.follow,
    pollMs: options.pollMs ?? 5_000,
    fromHeight: options.fromHeight,
    toHeight: options.toHeight,
    tableSlots: tableSlots(options.cacheMib ?? DEFAULT_CACHE_MIB),
    isGentle: options.isGentle ?? false,
    directories: { staging: options.store.stagingDirectory, lookup: options.lookupDirectory },
    filterLog: join(dirname(options.lookupDirectory), 'filters.json'),
  };
  return startWorkerJob({
    chain: options.store.chain,
    module: new URL('./ingest-worker.ts', import.meta.url),
    data,
    sourceWord: SOURCE_WORDS[options.spec.kind],
    port: options.watched ? createFilterPort(options.store, options.watched) : createStorePort(options.store),
    onChange: options.onChange,
    onMempool: options.onMempool,
  });
}
