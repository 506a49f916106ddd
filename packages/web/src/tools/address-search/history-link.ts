import type { OutputChainId } from '@trailmark/core/chain';
import { addressSearchUrl } from '../../url.ts';
import type { AddressHistorySearch } from './search.ts';

export type SearchPatch = { readonly [K in keyof AddressHistorySearch]?: AddressHistorySearch[K] | undefined };

/** One history as it stands in the address bar, and links to neighbouring states of it. */
export interface HistoryPlace {
  readonly chain: OutputChainId;
  readonly address: string;
  readonly search: AddressHistorySearch;
  /** The same place with some of its state changed; `undefined` takes a field out. */
  readonly linkTo: (patch: SearchPatch) => string;
}

export function createHistoryPlace(chain: OutputChainId, address: string, search: AddressHistorySearch): HistoryPlace {
  return {
    chain,
    address,
    search,
    linkTo: (patch) => addressSearchUrl({ chain, address }, { ...search, ...patch }),
  };
}
