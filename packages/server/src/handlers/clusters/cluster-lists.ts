import { formatOwner } from '@trailmark/chains/utxo/address';
import { type Position, positionHeight } from '@trailmark/core/position';
import {
  openClusters,
  readCluster,
  toClusterAnswer,
  toLinkRows,
  toReference,
} from '../../attribution/clusters/cluster-answer.ts';
import { ClaimFinder } from '../../attribution/clusters/cluster-claims.ts';
import { readClusterCounterparties } from '../../attribution/clusters/cluster-counterparties.ts';
import { decodeClusterCursor, encodeClusterCursor } from '../../attribution/clusters/cluster-cursor.ts';
import { readMemberTotals } from '../../attribution/clusters/cluster-totals.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import { toBalance } from '../ledger/totals.ts';

function heightOf(position: Position | undefined): number | null {
  return position === undefined ? null : positionHeight(position);
}

/** What a cluster is made of, and whom it deals with. */
export function createClusterLists(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'listClusterMembers' | 'listClusterLinks' | 'listClusterCounterparties'> {
  return {
    async listClusterMembers({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { cluster } = readCluster(scope, params.cluster, query.view);
      const after = decodeClusterCursor(scope, cluster, 'members', query.cursor);
      const numbers = scope.clusters.members(cluster, { after, limit: query.limit + 1 });
      const page = Array.from(numbers.subarray(0, query.limit));
      const owners = page.map((number) => scope.clusters.owner(number));
      const last = page.at(-1);
      const isMore = numbers.length > query.limit && last !== undefined;
      const next = isMore ? encodeClusterCursor(scope, cluster, 'members', last) : null;
      const totals = await readMemberTotals(scope, owners, read);
      const finder = new ClaimFinder(scope);
      const items = owners.map((owner, i) => {
        const address = formatOwner(scope.ledger.chain, owner);
        const own = totals[i];
        return {
          address,
          balance: own ? toBalance(scope.ledger.reader, own).balance : null,
          received: own?.received ?? 0n,
          transactionCount: own?.transactionCount ?? 0,
          firstHeight: heightOf(own?.firstPosition),
          lastHeight: heightOf(own?.lastPosition),
          claims: finder.ofAddress(address),
        };
      });
      return { ...toClusterAnswer(scope), cluster: toReference(scope, cluster), items, next };
    },

    async listClusterLinks({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { cluster } = readCluster(scope, params.cluster, query.view);
      const after = decodeClusterCursor(scope, cluster, 'links', query.cursor);
      const found = scope.clusters.links(cluster, { after, limit: query.limit + 1 });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const isMore = found.length > query.limit && last !== undefined;
      const next = isMore ? encodeClusterCursor(scope, cluster, 'links', last.number) : null;
      const items = await toLinkRows(
        scope,
        page.map(({ link }) => link),
        read,
      );
      return { ...toClusterAnswer(scope), cluster: toReference(scope, cluster), items, next };
    },

    async listClusterCounterparties({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { cluster } = readCluster(scope, params.cluster, query.view);
      const { gaps, ...answer } = await readClusterCounterparties(scope, cluster, query.limit, read);
      return { ...toClusterAnswer(scope, gaps), cluster: toReference(scope, cluster), ...answer };
    },
  };
}
