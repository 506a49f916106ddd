import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { Cluster } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { StoredLabel } from '@trailmark/core/label';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import type { Owner } from '@trailmark/core/owner';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import type { GraphsenseRequest } from './graphsense-route.ts';

/** A chain with its ledger and its clusters. */
export interface ClusteredLedger {
  readonly network: NetworkId;
  readonly ledger: ServedOutputs;
  readonly clusters: ClusterReader;
}

/** Members whose labels are gathered for one answer. */
const MEMBERS_LABELLED = 20_000;
/** Members searched between two turns of the event loop. */
const TURN = 500;

/** The ledger of a network; undefined where this server reads no such chain. */
export function findLedger({ ledgers }: GraphsenseRequest, network: NetworkId): ServedOutputs | undefined {
  return ledgers.findOutputs(network);
}

/** Throws `not-found` where this server reads no such chain. */
export function getLedger(request: GraphsenseRequest, network: NetworkId): ServedOutputs {
  const ledger = findLedger(request, network);
  if (ledger) return ledger;
  throw new AppError('not-found', `This server holds no ledger of ${NETWORKS[network]}: only labels are known of it.`);
}

/** Throws `not-found` without a ledger, `unavailable` while there are no clusters of it. */
export function getClusters(request: GraphsenseRequest, network: NetworkId): ClusteredLedger {
  const ledger = getLedger(request, network);
  const clusters = request.knowledge.clusters(ledger.id);
  if (clusters) return { network, ledger, clusters };
  throw new AppError('unavailable', `There are no clusters of ${ledger.chain.name} on this server yet.`);
}

/** Number of the conservative cluster of an address; undefined where there is none. */
export function findClusterNumber(request: GraphsenseRequest, network: NetworkId, address: string): number | undefined {
  const ledger = findLedger(request, network);
  const clusters = ledger && request.knowledge.clusters(ledger.id);
  if (!ledger || !clusters) return undefined;
  return clusters.find(parseOwner(ledger.chain, address), 'conservative')?.id;
}

/** The conservative cluster of an owner. Throws `not-found`. */
export function getClusterOf({ clusters }: ClusteredLedger, owner: Owner): Cluster {
  const cluster = clusters.find(owner, 'conservative');
  if (cluster) return cluster;
  throw new AppError('not-found', 'The address stands in no cluster of this index.');
}

/** The conservative cluster of a number in a path. Throws `not-found`. */
export function readCluster({ clusters }: ClusteredLedger, text: string): Cluster {
  const cluster = /^\d{1,10}$/.test(text) ? clusters.clusterOf(Number(text), 'conservative') : undefined;
  if (cluster) return cluster;
  throw new AppError('not-found', `There is no cluster "${text.slice(0, 40)}".`);
}

/** Labels of the members of a cluster in their order, of the first 20,000 members. */
export async function readClusterLabels(
  { labels }: GraphsenseRequest,
  { network, ledger, clusters }: ClusteredLedger,
  cluster: Cluster,
): Promise<StoredLabel[]> {
  const members = clusters.members(cluster, { limit: MEMBERS_LABELLED });
  const found: StoredLabel[] = [];
  for (const [i, number] of members.entries()) {
    found.push(...labels.labelsOf(network, formatOwner(ledger.chain, clusters.owner(number))));
    if (i % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}
