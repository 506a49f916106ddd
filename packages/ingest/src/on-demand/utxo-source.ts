import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import type { OutputChainId } from '@trailmark/core/chain';
import type { ProvenTransaction } from './prove-transaction.ts';
import type { SourceAsker } from './source-asker.ts';
import type { SourceDescription } from './source-description.ts';

/** A transaction as a source lists it: its word, nothing of it proven. */
export interface ListedTransaction {
  /** Display order. */
  readonly txid: string;
  readonly height: number;
}

/** What one answer of a source of the Bitcoin family told. */
export type UtxoPart =
  /** Where the source's chain ends now. */
  | { readonly kind: 'tip'; readonly height: number }
  /** A page of the list of the address. */
  | {
      readonly kind: 'listed';
      readonly transactions: readonly ListedTransaction[];
      readonly unconfirmed: number;
      readonly order: 'newest-first' | 'oldest-first';
      readonly isLast: boolean;
    }
  | { readonly kind: 'proven'; readonly transaction: ProvenTransaction }
  /** What was told of a transaction does not check. */
  | { readonly kind: 'refused'; readonly txid: string; readonly why: string };

export interface UtxoContext {
  readonly chain: UtxoChain;
  readonly addressText: string;
  /** As Electrum names an output script: SHA-256, reversed, hex. */
  readonly scriptHash: string;
  readonly asker: SourceAsker;
  /** Those of a list that must be asked for: final, and not held with their raw bytes. */
  choose(listed: readonly ListedTransaction[]): Promise<readonly ListedTransaction[]>;
}

/** A place outside this building that tells the history of one address of a chain of the Bitcoin family when it is asked. */
export interface UtxoSource extends SourceDescription {
  readonly family: 'utxo';
  readonly chain: OutputChainId;
  fetchAddress(context: UtxoContext): AsyncIterable<UtxoPart>;
}
