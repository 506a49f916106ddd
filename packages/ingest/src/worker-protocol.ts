import type { OutputChainId } from '@trailmark/core/chain';
import type { ErrorKind } from '@trailmark/core/errors';
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
