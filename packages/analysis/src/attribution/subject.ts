import type { ClusterView, LinkRule } from '@trailmark/core/cluster';
import type { Actor, StoredLabel } from '@trailmark/core/label';
import type { Position } from '@trailmark/core/position';

/** A labelled address that a cluster joins to the subject. */
export interface MemberClaim {
  readonly label: StoredLabel;
  /** Weakest link on the way from the subject to it. */
  readonly weakest: LinkRule;
  /** Transactions of the links on the way, the subject's first. */
  readonly positions: readonly Position[];
}

/** The claims about the other members of the subject's cluster in one view. */
export interface ClusterClaims {
  readonly view: ClusterView;
  readonly size: number;
  /** Strongest first. */
  readonly claims: readonly MemberClaim[];
  /** Labelled members in all; `claims` may hold fewer. */
  readonly labelledCount: number;
}

/** A labelled service that receives money: by a label on the address, or on a member of its conservative cluster. */
export interface ServiceMark {
  /** Actor, or the label's text where it names none: what makes two marks one service. */
  readonly key: string;
  readonly label: StoredLabel;
  readonly viaCluster: boolean;
}

/** What an address got and where it went, as far as it bears on a deposit address. Amounts in the smallest unit. */
export interface SweepFacts {
  readonly service: ServiceMark;
  /** Spending transactions, and those among them that are sweeps to the service. */
  readonly spends: number;
  readonly sweeps: readonly Position[];
  readonly spent: bigint;
  readonly swept: bigint;
  /** Receipts from outside of the service, and the transactions of them. */
  readonly received: bigint;
  readonly receivedFromOthers: bigint;
  readonly deposits: readonly Position[];
}

/** Everything an attribution is decided from. */
export interface AttributionSubject {
  readonly address: string;
  /** Claims about the address itself, strongest first. */
  readonly labels: readonly StoredLabel[];
  readonly conservative: ClusterClaims | undefined;
  /** Members the expanded view adds. */
  readonly expanded: ClusterClaims | undefined;
  /** View the verdict may rest on. */
  readonly view: ClusterView;
  readonly sweep: SweepFacts | undefined;
  readonly use: {
    readonly status: 'seen' | 'not-seen' | 'no-ledger';
    readonly receives: number;
    readonly spends: number;
    readonly first: Position | undefined;
    readonly last: Position | undefined;
    /** `YYYY-MM-DD`; undefined where the address was not seen. */
    readonly lastDay: string | undefined;
    /** Why the history read may not be all of it; undefined where it is. */
    readonly partial: string | undefined;
  };
  /** Day the answer is given for, `YYYY-MM-DD`. */
  readonly day: string;
  readonly actors: ActorFinder;
}

export interface ActorFinder {
  byId(id: string): Actor | undefined;
  /** An actor whose name or alias is exactly this, letter case aside. */
  byName(name: string): Actor | undefined;
}
