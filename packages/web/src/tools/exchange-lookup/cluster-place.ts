import type { OutputChainId } from '@trailmark/core/chain';
import type { ClusterView } from '@trailmark/core/cluster';
import { clusterUrl } from '../../url.ts';
import type { ClusterPlaceKey } from './queries.ts';
import type { ClusterSearch } from './search.ts';

type Patch = { readonly [K in keyof ClusterSearch]?: ClusterSearch[K] | undefined };

/** One cluster as its page is written in the address bar, and links to neighbouring states of it. */
export interface ClusterPlace extends ClusterPlaceKey {
  readonly search: ClusterSearch;
  readonly linkTo: (patch: Patch) => string;
}

/** The address a cluster was reached by; a cluster that was named by its number is represented by its first member. */
export function nameAddress({ cluster }: Pick<ClusterPlace, 'cluster'>, root: string): string {
  return /^\d+$/.test(cluster) ? root : cluster;
}

export function createClusterPlace(chain: OutputChainId, cluster: string, search: ClusterSearch): ClusterPlace {
  const view: ClusterView = search.view ?? 'conservative';
  return { chain, cluster, view, search, linkTo: (patch) => clusterUrl(chain, cluster, { ...search, ...patch }) };
}
