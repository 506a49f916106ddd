import type { ChainId } from '@trailmark/core/chain';
import { addressSearchUrl } from '../../url.ts';
import { type AddressHistorySearch, readHistorySearch } from './search.ts';

export type SearchPatch = { readonly [K in keyof AddressHistorySearch]?: AddressHistorySearch[K] | undefined };

/** One history as it is in the address bar, and links to neighbouring states of it. */
export interface HistoryPlace {
  readonly chain: ChainId;
  readonly address: string;
  readonly search: AddressHistorySearch;
  /** The same place with some of its state changed; `undefined` takes a field out. */
  readonly linkTo: (patch: SearchPatch) => string;
  /** Where another address of the chain opens. */
  readonly linkAddress: (address: string) => string;
}

/** The place that the address bar names. `tabs` are those the chain has. */
export function createHistoryPlace(
  chain: ChainId,
  address: string,
  barSearch: AddressHistorySearch,
  tabs: readonly string[],
): HistoryPlace {
  const search = readHistorySearch(chain, barSearch, tabs);
  return {
    chain,
    address,
    search,
    linkTo: (patch) => addressSearchUrl({ chain, address }, { ...search, ...patch }),
    linkAddress: (other) => addressSearchUrl({ chain, address: other }),
  };
}
