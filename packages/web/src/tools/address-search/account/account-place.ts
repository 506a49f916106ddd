import type { AccountChainId } from '@trailmark/core/chain';
import { addressSearchUrl } from '../../../url.ts';
import type { AccountHistorySearch } from './search.ts';

export type AccountPatch = { readonly [K in keyof AccountHistorySearch]?: AccountHistorySearch[K] | undefined };

/** One history of an account chain as it stands in the address bar, and links to neighbouring states of it. */
export interface AccountPlace {
  readonly chain: AccountChainId;
  readonly address: string;
  readonly search: AccountHistorySearch;
  /** The same place with some of its state changed; `undefined` takes a field out. */
  readonly linkTo: (patch: AccountPatch) => string;
  /** Where another address of the chain opens. */
  readonly linkAddress: (address: string) => string;
}

export function createAccountPlace(chain: AccountChainId, address: string, search: AccountHistorySearch): AccountPlace {
  return {
    chain,
    address,
    search,
    linkTo: (patch) => addressSearchUrl({ chain, address }, { ...search, ...patch }),
    linkAddress: (other) => addressSearchUrl({ chain, address: other }),
  };
}
