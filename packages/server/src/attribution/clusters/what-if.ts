import type { LinkFilter } from '@trailmark/analysis/clusters/cluster-reader';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { formatCount } from '../../answers/format-count.ts';
import { type ClusterScope, readCluster, stoppedEarly, toClusterAnswer, toReference } from './cluster-answer.ts';
import { ClaimFinder } from './cluster-claims.ts';

const SHOWN_PARTS = 100;
const SHOWN_CLAIMS = 10;

/** What is left of a cluster without the links of a filter. Throws `unavailable` for one too large to take apart. */
export async function readWhatIf(
  scope: ClusterScope,
  { id, view, filter }: { readonly id: string; readonly view: ClusterView; readonly filter: LinkFilter },
): Promise<RouteOutput<Contract['whatIf']>> {
  const { cluster } = readCluster(scope, id, view);
  const partition = scope.clusters.partition(cluster, filter);
  if (!partition) {
    const size = formatCount(cluster.size);
    throw new AppError('unavailable', `This cluster has ${size} addresses: too many to take apart in time.`);
  }
  const finder = new ClaimFinder(scope);
  const parts = [];
  let unlooked = 0;
  for (const { root, size, members } of partition.parts.slice(0, SHOWN_PARTS)) {
    const { claims, count, looked } = await finder.ofMembers(cluster, members, SHOWN_CLAIMS);
    unlooked += size - looked;
    const holdsRoot = members[0] === cluster.id;
    const address = formatOwner(scope.ledger.chain, root);
    parts.push({ root: address, size, holdsRoot, claims: [...claims], claimCount: count });
  }
  const message = `Claims about ${formatCount(unlooked)} of the addresses shown were not searched: there are too many.`;
  return {
    ...toClusterAnswer(scope, unlooked > 0 ? [stoppedEarly(message, unlooked)] : []),
    cluster: toReference(scope, cluster),
    linksDropped: partition.linksDropped,
    parts,
    partCount: partition.parts.length,
  };
}
