import type { OutputChainId } from '@trailmark/core/chain';
import type { ErrorKind } from '@trailmark/core/errors';
import type { FilterCounts } from './filters/filter-log.ts';
import type { SourceReport } from './source.ts';
import type { SourceSpec } from './utxo/source-spec.ts';

/** What every ingest worker is started with. */
export interface WorkerSettings {
  readonly follow: boolean;
  readonly pollMs: number;
  readonly toHeight: number | undefined;
  /** Requests are answered meanwhile: they come first. */
  readonly isGentle: boolean;
}

/** Where an ingest begins that does not begin at the first block of the chain; `first` is the first block the source has. */
export type IngestStart = number | 'first';

/** What an ingest worker of a chain of outputs is started with. */
export interface IngestWorkerData extends WorkerSettings {
  readonly chain: OutputChainId;
  readonly spec: SourceSpec;
  readonly fromHeight: IngestStart | undefined;
  readonly tableSlots: number;
  readonly directories: { readonly staging: string; readonly lookup: string };
  /** Where it is written how far the chain was followed by its filters. */
  readonly filterLog: string;
}

/** How a chain is followed by its block filters, and what that came to since it began. */
export interface FilterStatus extends FilterCounts {
  /** Scripts that are looked for. */
  readonly scripts: number;
  /** Share of blocks that match so many scripts by chance, 0 to 1. */
  readonly chance: number;
  /** Where there are too many scripts for filters: a sentence. */
  readonly warning: string | null;
}

/** Calls the worker makes on the store, which lives in the main thread. */
export interface PortCall {
  readonly type: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Counts of a job so far. */
export interface IngestProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly height: number | undefined;
  readonly targetHeight: number | undefined;
}

export interface WireError {
  readonly kind: ErrorKind;
  readonly message: string;
}

export type FromWorker =
  | PortCall
  | { readonly type: 'progress'; readonly progress: IngestProgress }
  | { readonly type: 'source'; readonly description: string }
  /** Caught up with the source; only sent when following. */
  | { readonly type: 'following'; readonly height: number }
  /** A failure that will be retried. */
  | { readonly type: 'trouble'; readonly error: WireError; readonly retryInMs: number }
  /** Sent by a job that follows filters. */
  | { readonly type: 'filters'; readonly filters: FilterStatus }
  /** Something a person should know that needs no retry, in a sentence. */
  | { readonly type: 'note'; readonly message: string }
  /** What the source left out; sent at the end of a job, whether it failed or not. */
  | { readonly type: 'report'; readonly report: SourceReport }
  | { readonly type: 'mempool'; readonly txids: readonly string[]; readonly raw: ReadonlyMap<string, Uint8Array> }
  | { readonly type: 'done'; readonly error?: WireError };

export type ToWorker =
  | { readonly type: 'reply'; readonly id: number; readonly value?: unknown; readonly error?: WireError }
  /** The node announced a block: look now. */
  | { readonly type: 'notify' }
  | { readonly type: 'stop' };
