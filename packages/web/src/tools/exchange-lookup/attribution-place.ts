import type { NetworkId } from '@trailmark/core/network';
import { attributionUrl } from '../../url.ts';
import type { AttributionSearch } from './search.ts';

type Patch = { readonly [K in keyof AttributionSearch]?: AttributionSearch[K] | undefined };

/** One address as its page is written in the address bar, and links to neighbouring states of it. */
export interface AttributionPlace {
  readonly network: NetworkId;
  readonly address: string;
  readonly search: AttributionSearch;
  readonly linkTo: (patch: Patch) => string;
}

export function createAttributionPlace(
  network: NetworkId,
  address: string,
  search: AttributionSearch,
): AttributionPlace {
  return {
    network,
    address,
    search,
    linkTo: (patch) => attributionUrl(network, address, { ...search, ...patch }),
  };
}
