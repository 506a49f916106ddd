import { openClusters, toClusterAnswer } from '../../attribution/clusters/cluster-answer.ts';
import { findClustersOf, readClusterDetail } from '../../attribution/clusters/cluster-detail.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';

/** The cluster of an address, and one cluster. */
export function createClusterHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getAddressClusters' | 'getCluster'> {
  return {
    async getAddressClusters({ params }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { owner, address } = readOwner(scope.ledger, params.address);
      return { ...toClusterAnswer(scope), address, ...findClustersOf(scope, owner) };
    },

    getCluster: async ({ params, query }, { read }) =>
      readClusterDetail(openClusters(ledgers, knowledge, params.chain), params.cluster, query, read),
  };
}
