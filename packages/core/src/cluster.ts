import type { Owner } from './owner.ts';
import type { Position } from './position.ts';

/**
 * Two partitions of the owners of a chain, always both named. `conservative` is co-spending without CoinJoins, the one for
 * a court; `expanded` adds change links and is for finding leads only.
 */
export const CLUSTER_VIEWS = ['conservative', 'expanded'] as const;
export type ClusterView = (typeof CLUSTER_VIEWS)[number];

/** A rule that says two owners are one, as it was applied. */
export interface LinkRule {
  readonly id: string;
  readonly version: number;
  /** 0 to 100. */
  readonly confidence: number;
}

/** One union: the owners a rule says are one, and the transaction it says so of. */
export interface ClusterLink {
  readonly position: Position;
  readonly view: ClusterView;
  /** More than one where several change heuristics agree. */
  readonly rules: readonly LinkRule[];
  /** Highest of the rules. */
  readonly confidence: number;
  readonly owners: readonly Owner[];
  /** For a change link: the output that is considered change. */
  readonly vout: number | undefined;
}

export interface Cluster {
  readonly view: ClusterView;
  /**
   * Number of its first member in order of first appearance in this index: the same from genesis as incrementally, and
   * another one where other blocks are indexed. `root` names the cluster across installations.
   */
  readonly id: number;
  readonly root: Owner;
  readonly size: number;
}

/** One step of a proof: two owners, and the link that joins them. */
export interface ProofStep {
  readonly from: Owner;
  readonly to: Owner;
  readonly link: ClusterLink;
  /** Without this link the two ends fall apart. Undefined where the cluster is too large to find out in time. */
  readonly isBridge: boolean | undefined;
}

/** Two large clusters became one. */
export interface MergeAlarm {
  readonly position: Position;
  readonly view: ClusterView;
  readonly link: ClusterLink;
  /** The two clusters before, larger first. */
  readonly parts: readonly { readonly root: Owner; readonly size: number }[];
}

/** What a detector found in a transaction. */
export interface CoinJoinFinding {
  readonly detector: string;
  readonly version: number;
  readonly kind: CoinJoinKind;
  /** 0 to 100, of the rule set; measured rates are in docs/accuracy.md. */
  readonly confidence: number;
  /** A Tx0 prepares a mix and is none itself. */
  readonly isCoinJoin: boolean;
  /** Participants the rule finds at least; the size of the anonymity set at best. */
  readonly participants: number | undefined;
  /** Amounts that occur as equal outputs, smallest unit, descending. */
  readonly denominations: readonly bigint[];
  /** Sentences about the finding, such as a lineage that could or could not be checked. */
  readonly notes: readonly string[];
}

export const COINJOIN_KINDS = ['wasabi-1', 'wasabi-2', 'whirlpool-mix', 'whirlpool-tx0', 'joinmarket'] as const;
export type CoinJoinKind = (typeof COINJOIN_KINDS)[number];
