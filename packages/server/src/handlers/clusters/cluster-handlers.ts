import type { Gap } from '@trailmark/api/wire';
import { CLUSTER_VIEWS, type Cluster, type ClusterView } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import { formatCount } from '../../answers/format-count.ts';
import {
  openClusters,
  readCluster,
  stoppedEarly,
  toClusterAnswer,
  toLinkRows,
  toReference,
  toRule,
} from '../../attribution/clusters/cluster-answer.ts';
import { ClaimFinder, type FoundClaims } from '../../attribution/clusters/cluster-claims.ts';
import { MEMBERS_SUMMED, sumMembers } from '../../attribution/clusters/cluster-totals.ts';
import { presentState, stateUntil } from '../../attribution/clusters/cluster-until.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import { readOwner } from '../ledger/owner-input.ts';
import { toAlarmRows } from './cluster-alarms.ts';

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

/** The cluster of an address, and one cluster. */
export function createClusterHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getAddressClusters' | 'getCluster'> {
  return {
    async getAddressClusters({ params }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { owner, address } = readOwner(scope.ledger, params.address);
      const [conservative, expanded] = CLUSTER_VIEWS.map((view) => {
        const cluster = scope.clusters.find(owner, view);
        return cluster ? toReference(scope, cluster) : null;
      });
      return {
        ...toClusterAnswer(scope),
        address,
        conservative: conservative ?? null,
        expanded: expanded ?? null,
      };
    },

    async getCluster({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { cluster: present, member } = readCluster(scope, params.cluster, query.view);
      const { untilHeight } = query;
      // Before anything is waited for: sizes and alarms are as of the rules the answer names.
      const other = scope.clusters.clusterOf(member, otherView(query.view));
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
      if (!other)
        throw new AppError('inconsistent', 'An owner stands in one view of the clusters and not in the other.');
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
    },
  };
}
