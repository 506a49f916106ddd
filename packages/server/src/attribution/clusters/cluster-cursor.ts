import { createHash } from 'node:crypto';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { Cluster } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { ClusterScope } from './cluster-answer.ts';

type ListName = 'members' | 'links';

/** 48 bits that change when the block at the tip of the clusters, or the row a page ended with, is another one. */
function markOf(hash: string | null | undefined, row: string): number {
  return createHash('sha256').update(`${hash} ${row}`).digest().readUIntBE(0, 6);
}

/** What a row number represents: an address, or the position of a link. */
function describeRow({ ledger, clusters }: ClusterScope, cluster: Cluster, list: ListName, number: number): string {
  if (list === 'members') return formatOwner(ledger.chain, clusters.owner(number));
  const [row] = clusters.links(cluster, { after: number - 1, limit: 1 });
  return String(row?.link.position);
}

/** A list is of the cluster that its first member names: a number may be another cluster's after a reorganisation. */
function keyOf({ ledger }: ClusterScope, { view, root }: Cluster, list: ListName): string {
  return listKey([`cluster-${list}`, ledger.id, view, formatOwner(ledger.chain, root)]);
}

/** The place after a row of a list of a cluster. It notes how many rows were shown and on which chain of blocks. */
export function encodeClusterCursor(scope: ClusterScope, cluster: Cluster, list: ListName, after: number): string {
  const { height, hash } = scope.rules;
  const rank = scope.clusters.rankOf(cluster, list, after) ?? 0;
  const mark = markOf(hash, describeRow(scope, cluster, list, after));
  return encodeCursor(keyOf(scope, cluster, list), [after, rank, height ?? 0, mark]);
}

/**
 * The row after which a list continues; undefined at its beginning. Throws `invalid` for a cursor of another list, and
 * `conflict` where rows came in among those shown or were taken back, so that the pages would not make up one list.
 */
export function decodeClusterCursor(
  scope: ClusterScope,
  cluster: Cluster,
  list: ListName,
  cursor: string | undefined,
): number | undefined {
  const place = decodeCursor(keyOf(scope, cluster, list), cursor, 4);
  if (!place) return undefined;
  const [after = 0, rank = 0, height = 0, mark = 0] = place;
  const hash = scope.ledger.reader.block(height)?.hash;
  const isSame =
    scope.clusters.rankOf(cluster, list, after) === rank &&
    markOf(hash, describeRow(scope, cluster, list, after)) === mark;
  if (isSame) return after;
  throw new AppError(
    'conflict',
    'This cluster has changed since the page before: blocks added to it or were taken back. Begin again with the first page.',
  );
}
