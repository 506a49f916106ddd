import { useQuery } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import type { AddressKnowledge } from './components/address-knowledge.tsx';
import { addressClustersQuery } from './findings.ts';
import { useLabels } from './labels.ts';

/** Clusters and labels of the address a page is about; what cannot be loaded stays undefined. */
export function useAddressKnowledge(
  chain: ChainId,
  address: string,
  options: { readonly publicOnly?: boolean } = {},
): AddressKnowledge {
  const { byAddress } = useLabels(chain, [address], options);
  const { data } = useQuery(addressClustersQuery(chain, address));
  return { chain, labels: byAddress.get(address), clusters: data };
}
