import type { TransactionRecord } from './output-ledger.ts';

/** An unconfirmed transaction of the overlay: a claim of our node, never part of the index. */
export interface UnconfirmedTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  /** When our node first reported it, seconds. */
  readonly seen: number;
  /** `position` is -1; inputs are resolved against the index and the overlay. */
  readonly record: TransactionRecord;
  readonly vsize: number;
}

export interface UnconfirmedOverlay {
  /** Seconds at which the node was last read. */
  readonly asOf: number | undefined;
  get(txid: string): UnconfirmedTransaction | undefined;
  list(limit: number): readonly UnconfirmedTransaction[];
  count(): number;
  /** Transactions paying to or spending from the owner, by `ownerId`. */
  byOwner(ownerId: string): readonly UnconfirmedTransaction[];
  spenderOf(txid: string, vout: number): { txid: string; input: number } | undefined;
}
