import type {
  Cluster,
  ClusterLink,
  ClusterView,
  CoinJoinFinding,
  CoinJoinKind,
  LinkRule,
  MergeAlarm,
  ProofStep,
} from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ChangeVerdict } from '../change/consensus.ts';

/** Links that are left out of a calculation: "what if this rule, or this transaction, did not count?" */
export interface LinkFilter {
  /** Ids of rules. A link counts as long as one of its rules does. */
  readonly withoutRules?: readonly string[] | undefined;
  readonly withoutPositions?: readonly Position[] | undefined;
  /** Only links at or below this height: the cluster as it was known then. */
  readonly untilHeight?: number | undefined;
}

export interface ClusterPart {
  readonly root: Owner;
  readonly size: number;
  /** Numbers of the members, ascending. */
  readonly members: Uint32Array;
}

export interface ClusterProgress {
  readonly state: 'building' | 'ready';
  /** Highest block taken in. */
  readonly height: number | undefined;
  readonly hash: string | undefined;
  readonly transactions: number;
  /** 0 to 1. */
  readonly progress: number;
}

/**
 * The clusters of one chain, in memory. Every call answers at once; those that walk a whole cluster say how much they may
 * walk and answer undefined where that is not enough. Owners are numbered in order of first appearance.
 */
export interface ClusterReader {
  readonly progress: ClusterProgress;
  /** Hash over the rules in force, with versions and parameters. */
  readonly rulesVersion: string;
  readonly ownerCount: number;
  numberOf(owner: Owner): number | undefined;
  owner(number: number): Owner;
  /** The cluster of an owner; undefined where the owner has not been seen. A lone owner is a cluster of one. */
  find(owner: Owner, view: ClusterView): Cluster | undefined;
  /** The cluster of a member number. */
  clusterOf(number: number, view: ClusterView): Cluster | undefined;
  /** Member numbers above `after`, ascending, at most `limit`. */
  members(cluster: Cluster, page: { after?: number | undefined; limit: number }): Uint32Array;
  /** Links within a cluster at positions above `after`, ascending. The expanded view has the conservative ones too. */
  links(
    cluster: Cluster,
    page: { after?: number | undefined; limit: number },
  ): readonly { number: number; link: ClusterLink }[];
  /** How many members, or links, a cluster has up to and including this one; undefined where it is none of them. */
  rankOf(cluster: Cluster, list: 'members' | 'links', number: number): number | undefined;
  linkSummary(cluster: Cluster): {
    readonly count: number;
    readonly byRule: readonly { readonly rule: LinkRule; readonly count: number }[];
    readonly weakest: ClusterLink | undefined;
  };
  /** Links that a transaction made. */
  linksAt(position: Position): readonly ClusterLink[];
  /** Fewest links from one owner to the other; undefined where nothing joins them. Empty for one and the same owner. */
  why(from: Owner, to: Owner, view: ClusterView, filter?: LinkFilter): readonly ProofStep[] | undefined;
  /** What a cluster falls into under a filter, largest first (ties: smaller root number first). */
  partition(
    cluster: Cluster,
    filter: LinkFilter,
  ): { readonly parts: readonly ClusterPart[]; readonly linksDropped: number } | undefined;
  /** Newest first, strictly below `before`. */
  alarms(view: ClusterView, page: { before?: Position | undefined; limit: number }): readonly MergeAlarm[];
  /** Alarms of the links within a cluster. */
  alarmsOf(cluster: Cluster): readonly MergeAlarm[];
  coinJoinKind(position: Position): CoinJoinKind | undefined;
  /** Runs the detectors on a record of the ledger as they were run when it was taken in. */
  detect(record: TransactionRecord): CoinJoinFinding | undefined;
  /** Runs the change heuristics on a record as of its position. */
  change(record: TransactionRecord): ChangeVerdict;
}
