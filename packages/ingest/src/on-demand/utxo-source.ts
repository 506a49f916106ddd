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

/** The content of one answer of a source of the Bitcoin family. */
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
  /** What was reported about a transaction is not valid. */
  | { readonly kind: 'refused'; readonly txid: string; readonly why: string };

export interface UtxoContext {
  readonly chain: UtxoChain;
  readonly addressText: string;
  /** As Electrum names an output script: SHA-256, reversed, hex. */
  readonly scriptHash: string;
  readonly asker: SourceAsker;
  /** Those of a list that must be requested: final, and not indexed with their raw bytes. */
  choose(listed: readonly ListedTransaction[]): Promise<readonly ListedTransaction[]>;
}

/** A transaction of the index whose path to its block is requested, with what the index has of it. */
export interface PlaceOrder extends ListedTransaction {
  /** Of the block that the index has at the height: a proof to another one is none. */
  readonly blockHash: string;
  /** Hex; undefined where the index does not have it, and it is requested as well. */
  readonly raw: string | undefined;
  readonly header: string | undefined;
}

/** An external source of the history of one address of a chain of the Bitcoin family, on request. */
export interface UtxoSource extends SourceDescription {
  readonly family: 'utxo';
  readonly chain: OutputChainId;
  fetchAddress(context: UtxoContext): AsyncIterable<UtxoPart>;
  /**
   * Proves one transaction of the index. Throws `inconsistent` where what the source gives does not check, `unavailable` and `forbidden`
   * as every request.
   */
  provePlace(context: Pick<UtxoContext, 'chain' | 'asker'>, order: PlaceOrder): Promise<ProvenTransaction>;
}
