import type { Cluster, ClusterLink, LinkRule } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ClusterScope } from './cluster-answer.ts';
import { readMemberTotals } from './cluster-totals.ts';

/** A cluster as it is, or as it was known at a height. */
export interface ClusterState {
  readonly cluster: Cluster;
  /** Numbers, ascending. */
  readonly members: Uint32Array;
  readonly links: {
    readonly count: number;
    readonly byRule: readonly { readonly rule: LinkRule; readonly count: number }[];
    readonly weakest: ClusterLink | undefined;
  };
}

const LINKS_AT_ONCE = 10_000;

/** Links of a cluster at or below a height, oldest first. */
function* linksUntil({ clusters }: ClusterScope, cluster: Cluster, untilHeight: number): Generator<ClusterLink> {
  let after: number | undefined;
  for (;;) {
    const page = clusters.links(cluster, { after, limit: LINKS_AT_ONCE });
    for (const { number, link } of page) {
      if (positionHeight(link.position) > untilHeight) return;
      yield link;
      after = number;
    }
    if (page.length < LINKS_AT_ONCE) return;
  }
}

function summariseUntil(
  scope: ClusterScope,
  cluster: Cluster,
  members: Uint32Array,
  untilHeight: number,
): ClusterState['links'] {
  const isMember = new Set(members);
  const byRule = new Map<string, { rule: LinkRule; count: number }>();
  let count = 0;
  let weakest: ClusterLink | undefined;
  for (const link of linksUntil(scope, cluster, untilHeight)) {
    const [owner] = link.owners;
    if (!owner || !isMember.has(scope.clusters.numberOf(owner) ?? -1)) continue;
    count++;
    if (!weakest || link.confidence < weakest.confidence) weakest = link;
    for (const rule of link.rules) byRule.set(rule.id, { rule, count: (byRule.get(rule.id)?.count ?? 0) + 1 });
  }
  return { count, byRule: [...byRule.values()].sort((a, b) => b.count - a.count), weakest };
}

/** The current cluster, with at most `limit` of its members. */
export function presentState({ clusters }: ClusterScope, cluster: Cluster, limit: number): ClusterState {
  return { cluster, members: clusters.members(cluster, { limit }), links: clusters.linkSummary(cluster) };
}

/**
 * The cluster of a member as it was known at a height: only links at or below it count. Throws `not-found` where the member
 * had not been seen then, `unavailable` where the cluster is too large to take apart.
 */
export async function stateUntil(
  scope: ClusterScope,
  cluster: Cluster,
  member: number,
  untilHeight: number,
  read: ReadOptions,
): Promise<ClusterState> {
  const [totals] = await readMemberTotals(scope, [scope.clusters.owner(member)], read);
  const first = totals?.firstPosition === undefined ? 0 : positionHeight(totals.firstPosition);
  if (first > untilHeight)
    throw new AppError(
      'not-found',
      `At height ${untilHeight} this address had not been seen; it first is at ${first}.`,
    );
  const partition = scope.clusters.partition(cluster, { untilHeight });
  const part = partition?.parts.find(({ members }) => members.includes(member));
  if (!part) throw new AppError('unavailable', 'This cluster is too large to be taken apart by height.');
  const { root, size, members } = part;
  return {
    cluster: { view: cluster.view, id: members[0] ?? member, root, size },
    members,
    links: summariseUntil(scope, cluster, members, untilHeight),
  };
}
