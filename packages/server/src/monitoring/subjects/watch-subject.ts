import type { AlertBody, AlertLine } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import type { AddressKey, AssetChange } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TargetRow } from '@trailmark/store/cases/watches/watch-rows';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';

export type WatchTarget = Omit<TargetRow, 'watch'> & { readonly chain: ChainId };

/** What a subject is to the reader of blocks, and to people. */
export interface ReadSubject {
  readonly targets: readonly WatchTarget[];
  /** In the spelling of the chain. */
  readonly text: string;
  /** What is stored where that is not what was entered: every default filled in. */
  readonly stored?: string | undefined;
}

/** A known party that followed money came to in one transaction. Amounts in the smallest unit. */
export interface Arrival {
  readonly name: string;
  readonly kind: string;
}

/** What one transaction is to a subject that follows money and not addresses. */
export interface SubjectStep {
  readonly changes: readonly AssetChange[];
  readonly touched: readonly AddressKey[];
  readonly arrivals: readonly Arrival[];
  readonly mark: KnowledgeMark;
  readonly title: string;
  readonly summary: string;
  readonly lines: readonly AlertLine[];
  readonly notes: readonly string[];
  readonly facts: AlertBody['facts'];
}

/** A subject that follows money, read as of the indexed blocks. */
export interface SubjectReading {
  readonly targets: readonly WatchTarget[];
  /** Undefined: none of the money moved in this transaction. */
  readonly stepAt: (txid: string, height: number) => SubjectStep | undefined;
}

/** The settings of a subject. */
export interface AskedSubject {
  readonly chain: ChainId;
  readonly text: string;
  /** What the case names of the chain, for a subject that is of its case. */
  readonly caseAddresses?: readonly string[] | undefined;
}

/** One kind of what can be watched: a file of its own, listed in `catalogue.ts`. */
export interface WatchSubject {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Targets of a subject as it is now. Throws `invalid`, `not-found`. */
  readonly read: (deps: TraceDeps, asked: AskedSubject, read: ReadOptions) => Promise<ReadSubject>;
  /** Whether it grows with the ledger, as clusters and wallets do: its targets are read again after new blocks. */
  readonly grows: boolean;
  /** For a subject that grows by what an index infers: whether that has read a height, for it may come after the block. */
  readonly isReadTo?: (deps: TraceDeps, chain: ChainId, height: number) => boolean;
  /** It is what its case names, and nothing is entered. */
  readonly isOfCase?: true;
  /** Given by subjects that follow money: not every transaction of their addresses is one of theirs. */
  readonly follow?: (deps: TraceDeps, asked: AskedSubject, read: ReadOptions) => Promise<SubjectReading>;
  /** Whether an unconfirmed transaction, in its raw bytes, is one of a subject that follows money; without it such a subject is read in blocks alone. */
  readonly isSpentBy?: (asked: AskedSubject & { readonly chain: OutputChainId }, raw: Uint8Array) => boolean;
  /** It is followed until a known party: each step is an alert of its own, and labels decide where it ends. */
  readonly endsAtParties?: true;
  /** What is stored, as people read it. */
  readonly show?: (stored: string) => string;
}
