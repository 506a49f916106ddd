import { formatOwner } from '@trailmark/chains/utxo/address';
import type { Cluster } from '@trailmark/core/cluster';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { toActorReferences } from './address-format.ts';
import type { GraphsenseRequest } from './graphsense-route.ts';
import { type ClusteredLedger, readClusterLabels } from './subject.ts';
import { toAddressTag } from './tag-format.ts';

/**
 * A conservative cluster as GraphSense's `Cluster`. Sums over members are left out here: `/api/v1/{chain}/clusters` has them
 * with what they cover.
 */
export async function toGraphsenseCluster(request: GraphsenseRequest, scope: ClusteredLedger, cluster: Cluster) {
  const labels = await readClusterLabels(request, scope, cluster);
  const strength = (i: number): number => {
    const label = labels[i];
    return label ? CONFIDENCE_LEVELS[label.confidence] + (label.scope === 'cluster' ? 0.5 : 0) : 0;
  };
  const best = [...labels.keys()].sort((a, b) => strength(b) - strength(a))[0];
  const bestLabel = best === undefined ? undefined : labels[best];
  return {
    currency: scope.ledger.id,
    entity: cluster.id,
    cluster: cluster.id,
    root_address: formatOwner(scope.ledger.chain, cluster.root),
    no_addresses: cluster.size,
    no_address_tags: labels.length,
    actors: toActorReferences(
      request,
      labels.map(({ actor }) => actor),
    ),
    best_address_tag: bestLabel && toAddressTag(request.labels, bestLabel, cluster.id),
  };
}
