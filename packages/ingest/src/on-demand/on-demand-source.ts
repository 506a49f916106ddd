import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import type { AccountBlock, AccountKey } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import type { SourceAsker } from './source-asker.ts';
import type { SourceDescription } from './source-description.ts';
import type { UtxoSource } from './utxo-source.ts';

/** The lists of an address, each with what it reports of its history. */
export type ListName = 'transactions' | 'tokens' | 'internals';

/** The content of one answer of a source. */
export type FetchPart =
  /** Where the source's chain ends now: histories read to their end are known up to here. */
  | { readonly kind: 'tip'; readonly height: number }
  | {
      readonly kind: 'page';
      /** Which of the source's own lists, as in `lists`. */
      readonly of: string;
      readonly blocks: readonly AccountBlock[];
      readonly tokens: readonly TokenMetadata[];
      /** Every row of the list from this height up (newest first) or down has come; undefined: none is sure yet. */
      readonly reached: number | undefined;
      readonly order: 'newest-first' | 'oldest-first';
      readonly isLast: boolean;
    };

export interface FetchContext {
  readonly chain: AccountChain;
  readonly address: AccountKey;
  /** As people write it on the chain. */
  readonly addressText: string;
  /** Words for coverage, without a secret. */
  readonly source: string;
  readonly asker: SourceAsker;
}

/** An external source of the history of one address of an account chain, on request. */
export interface OnDemandSource extends SourceDescription {
  readonly family: 'account';
  readonly chain: AccountChainId;
  /** The source's own lists by their names, in the order they are read. */
  readonly lists: readonly { readonly of: string; readonly list: ListName }[];
  fetchAddress(context: FetchContext): AsyncIterable<FetchPart>;
}

/** A source of any chain. */
export type AnySource = OnDemandSource | UtxoSource;

/** A source of an account chain: data and one function. */
export function defineOnDemandSource(source: Omit<OnDemandSource, 'family'>): OnDemandSource {
  return { ...source, family: 'account' };
}
