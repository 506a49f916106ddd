import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView } from '@trailmark/core/cluster';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toBalance } from '../../ledger/outputs/totals.ts';
import { type ClusterScope, readCluster, toClusterAnswer, toLinkRows, toReference } from './cluster-answer.ts';
import { ClaimFinder } from './cluster-claims.ts';
import { readClusterCounterparties } from './cluster-counterparties.ts';
import { decodeClusterCursor, encodeClusterCursor } from './cluster-cursor.ts';
import { readMemberTotals } from './cluster-totals.ts';

/** Which part of a cluster's list is wanted. */
interface PageQuery {
  readonly view: ClusterView;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

function heightOf(position: Position | undefined): number | null {
  return position === undefined ? null : positionHeight(position);
}

/** Members of a cluster in the order of its numbers, each with its sums and claims. */
export async function readMemberPage(
  scope: ClusterScope,
  id: string,
  query: PageQuery,
  read: ReadOptions,
): Promise<RouteOutput<Contract['listClusterMembers']>> {
  const { cluster } = readCluster(scope, id, query.view);
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
}

/** Links that join a cluster, in the order they were made. */
export async function readLinkPage(
  scope: ClusterScope,
  id: string,
  query: PageQuery,
  read: ReadOptions,
): Promise<RouteOutput<Contract['listClusterLinks']>> {
  const { cluster } = readCluster(scope, id, query.view);
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
}

/** Whom a cluster deals with, the largest sums first. */
export async function readCounterpartyList(
  scope: ClusterScope,
  id: string,
  query: PageQuery,
  read: ReadOptions,
): Promise<RouteOutput<Contract['listClusterCounterparties']>> {
  const { cluster } = readCluster(scope, id, query.view);
  const { gaps, ...answer } = await readClusterCounterparties(scope, cluster, query.limit, read);
  return { ...toClusterAnswer(scope, gaps), cluster: toReference(scope, cluster), ...answer };
}
