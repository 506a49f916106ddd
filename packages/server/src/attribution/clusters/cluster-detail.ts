import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import { CLUSTER_VIEWS, type Cluster, type ClusterView } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { Owner } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import {
  type ClusterScope,
  readCluster,
  stoppedEarly,
  toClusterAnswer,
  toLinkRows,
  toReference,
  toRule,
} from './cluster-answer.ts';
import { ClaimFinder, type FoundClaims } from './cluster-claims.ts';
import { MEMBERS_SUMMED, sumMembers } from './cluster-totals.ts';
import { presentState, stateUntil } from './cluster-until.ts';
import { toAlarmRows } from './merge-alarms.ts';

type ClusterDetail = RouteOutput<Contract['getCluster']>;

/** Claims and alarms shown on a cluster's first page. */
const SHOWN_CLAIMS = 100;
const SHOWN_ALARMS = 20;

function listGaps({ size }: Cluster, claims: FoundClaims): Gap[] {
  const gaps: Gap[] = [];
  if (size > MEMBERS_SUMMED) {
    const message = `This cluster has ${formatCount(size)} addresses: too many to add up here. Its sums are not known, not zero.`;
    gaps.push(stoppedEarly(message));
  }
  if (claims.looked < size) {
    const message = `Claims about the first ${formatCount(claims.looked)} of ${formatCount(size)} addresses are counted.`;
    gaps.push(stoppedEarly(message, size - claims.looked));
  }
  return gaps;
}

function otherView(view: ClusterView): ClusterView {
  return CLUSTER_VIEWS.find((other) => other !== view) ?? view;
}

/** The cluster of an owner in each view; null where it is in none. */
export function findClustersOf(
  scope: ClusterScope,
  owner: Owner,
): Pick<RouteOutput<Contract['getAddressClusters']>, ClusterView> {
  const [conservative, expanded] = CLUSTER_VIEWS.map((view) => {
    const cluster = scope.clusters.find(owner, view);
    return cluster ? toReference(scope, cluster) : null;
  });
  return { conservative: conservative ?? null, expanded: expanded ?? null };
}

/** One cluster, now or as it was at a height: totals, links, claims, and alarms raised on the way. */
export async function readClusterDetail(
  scope: ClusterScope,
  id: string,
  { view, untilHeight }: { readonly view: ClusterView; readonly untilHeight?: number | undefined },
  read: ReadOptions,
): Promise<ClusterDetail> {
  const { cluster: present, member } = readCluster(scope, id, view);
  // Before anything is waited for: sizes and alarms are as of the rules the answer names.
  const other = scope.clusters.clusterOf(member, otherView(view));
  const alarms = scope.clusters
    .alarmsOf(present)
    .filter(({ position }) => untilHeight === undefined || positionHeight(position) <= untilHeight);
  const { cluster, members, links } =
    untilHeight === undefined
      ? presentState(scope, present, MEMBERS_SUMMED)
      : await stateUntil(scope, present, member, untilHeight, read);
  const finder = new ClaimFinder(scope);
  const claims =
    untilHeight === undefined
      ? await finder.ofCluster(cluster, SHOWN_CLAIMS)
      : await finder.ofMembers(present, members, SHOWN_CLAIMS);
  const [weakest] = await toLinkRows(scope, links.weakest ? [links.weakest] : [], read);
  if (!other) throw new AppError('inconsistent', 'An owner stands in one view of the clusters and not in the other.');
  const totals = cluster.size > MEMBERS_SUMMED ? null : await sumMembers(scope, members, read);
  const alarmRows = await toAlarmRows(scope, alarms.slice(-SHOWN_ALARMS), read);
  return {
    ...toClusterAnswer(scope, listGaps(cluster, claims)),
    cluster: toReference(scope, cluster),
    totals,
    links: {
      count: links.count,
      byRule: links.byRule.map(({ rule, count }) => ({ rule: toRule(rule), count })),
      weakest: weakest ?? null,
    },
    claims: [...claims.claims],
    claimCount: claims.count,
    other: { view: other.view, size: other.size, id: other.id },
    untilHeight: untilHeight ?? null,
    alarms: alarmRows,
  };
}
