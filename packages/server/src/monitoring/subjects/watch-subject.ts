import type { ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TargetRow } from '@trailmark/store/cases/watches/watch-rows';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';

export type WatchTarget = Omit<TargetRow, 'watch'> & { readonly chain: ChainId };

/** What a subject is to the reader of blocks, and to people. */
export interface ReadSubject {
  readonly targets: readonly WatchTarget[];
  /** In the spelling of the chain. */
  readonly text: string;
}

/** One kind of what can be watched: a file of its own, listed in `catalogue.ts`. */
export interface WatchSubject {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Targets of a subject as it is now. Throws `invalid`, `not-found`. */
  readonly read: (
    deps: TraceDeps,
    asked: { readonly chain: ChainId; readonly text: string },
    read: ReadOptions,
  ) => Promise<ReadSubject>;
  /** Whether it grows with the ledger, as clusters and wallets do: its targets are read again after new blocks. */
  readonly grows: boolean;
}
