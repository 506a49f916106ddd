import { openClusters } from '../../attribution/clusters/cluster-answer.ts';
import { readCounterpartyList, readLinkPage, readMemberPage } from '../../attribution/clusters/cluster-pages.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** What a cluster is made of, and whom it deals with. */
export function createClusterListHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'listClusterMembers' | 'listClusterLinks' | 'listClusterCounterparties'> {
  return {
    listClusterMembers: async ({ params, query }, { read }) =>
      readMemberPage(openClusters(ledgers, knowledge, params.chain), params.cluster, query, read),
    listClusterLinks: async ({ params, query }, { read }) =>
      readLinkPage(openClusters(ledgers, knowledge, params.chain), params.cluster, query, read),
    listClusterCounterparties: async ({ params, query }, { read }) =>
      readCounterpartyList(openClusters(ledgers, knowledge, params.chain), params.cluster, query, read),
  };
}
