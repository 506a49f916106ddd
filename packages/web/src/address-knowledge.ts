import { useQuery } from '@tanstack/react-query';
import type { ClusterReference } from '@trailmark/api/contract/cluster';
import type { AddressLabels } from '@trailmark/api/contract/label';
import type { ChainId } from '@trailmark/core/chain';
import { addressClustersQuery } from './findings.ts';
import { traitsOf } from './format/chain-traits.ts';
import { useLabels } from './labels.ts';
import { hasTools, useSession } from './session.ts';

/** What is known of the address a page is about. */
export interface AddressKnowledge {
  readonly chain: ChainId;
  /** Undefined until it is loaded, and where no label can be (test networks). */
  readonly labels: AddressLabels | undefined;
  /** Undefined until it is loaded, and on account chains; null within: the clusters do not cover the address. */
  readonly clusters:
    | { readonly conservative: ClusterReference | null; readonly expanded: ClusterReference | null }
    | undefined;
}

/**
 * Clusters and labels of the address a page is about; what cannot be loaded stays undefined. Clusters are for people with
 * the tools: the public explorer shows facts, and published claims.
 */
export function useAddressKnowledge(
  chain: ChainId,
  address: string,
  options: { readonly publicOnly?: boolean } = {},
): AddressKnowledge {
  const { byAddress } = useLabels(chain, [address], options);
  const isEnabled = hasTools(useSession()) && traitsOf(chain).hasClusters;
  const { data } = useQuery({ ...addressClustersQuery(chain, address), enabled: isEnabled });
  return { chain, labels: byAddress.get(address), clusters: data };
}
