import { useQuery } from '@tanstack/react-query';
import type { OutputChainId } from '@trailmark/core/chain';
import type { AddressKnowledge } from './components/address-knowledge.tsx';
import { addressClustersQuery } from './findings.ts';
import { useLabels } from './labels.ts';
import { hasTools, useSession } from './session.ts';

/**
 * Clusters and labels of the address a page is about; what cannot be loaded stays undefined. Clusters are for people with
 * the tools: the public explorer shows facts, and published claims.
 */
export function useAddressKnowledge(
  chain: OutputChainId,
  address: string,
  options: { readonly publicOnly?: boolean } = {},
): AddressKnowledge {
  const { byAddress } = useLabels(chain, [address], options);
  const isEnabled = hasTools(useSession());
  const { data } = useQuery({ ...addressClustersQuery(chain, address), enabled: isEnabled });
  return { chain, labels: byAddress.get(address), clusters: data };
}
