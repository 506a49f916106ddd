import type { AssetKey } from '@trailmark/core/asset';
import type { KnownParty, PartyKind } from '@trailmark/core/trace/known-party';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';

/**
 * The request: paths that money can have gone. `strongest`: the smallest payment on the path is as large as can be, then
 * fewer payments. `shortest`: as few payments as can be, then a larger smallest one. `all`: every path, shorter ones first.
 * Paths that are alike in this are in the order of the chain, earlier payments first, as the search meets them.
 */
export interface PathQuestion {
  readonly from: string;
  /** Undefined: the nearest places of the kinds `ends`, one way to each. */
  readonly to: string | undefined;
  readonly ends: readonly PartyKind[];
  readonly direction: TraceDirection;
  readonly mode: 'strongest' | 'shortest' | 'all';
  /** Payments on a way, at most 30. */
  readonly maxHops: number;
  readonly limit: number;
  /** Seconds, inclusive. */
  readonly fromTime: number | undefined;
  readonly toTime: number | undefined;
  /** Transactions read at most. */
  readonly budget: number;
}

/** Where a nearest service may be, by default. */
export const PATH_ENDS: readonly PartyKind[] = ['service', 'mixer', 'bridge', 'sanctioned'];
export const PATH_BUDGET = 5_000;
export const MOST_PATH_HOPS = 30;

/** One payment on a way, in the order of time. `ref` is `txid:vout`, or `hash#slot` of a transfer. */
export interface FlowPathStep {
  readonly txid: string;
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: AssetKey;
  readonly amount: bigint;
  readonly time: number;
}

/** One way money can have gone, whichever way it was searched for: the first step is the earliest payment. */
export interface FlowPath {
  readonly hops: number;
  /** Smallest payment on the way, and no more than the first payer put into the first of them. */
  readonly amount: bigint;
  /** Smallest share that a payment on the way is of what its transaction, or the payment before it, moved: millionths. */
  readonly sharePpm: number;
  readonly seconds: number;
  readonly steps: readonly FlowPathStep[];
  /** The place that was searched for. */
  readonly end: string;
  readonly party: KnownParty | null;
}

/** Why trails were not followed, with how many there were. */
export type PathStops = Readonly<
  Partial<
    Record<'party' | 'coinjoin' | 'unspent' | 'unknown' | 'window' | 'hops' | 'budget' | 'weaker' | 'hub', number>
  >
>;

export interface PathSearchResult {
  readonly paths: readonly FlowPath[];
  readonly searched: {
    readonly places: number;
    readonly transactions: number;
    readonly stops: PathStops;
    /** True where no further path can exist within the request: a path that is missing is not there. */
    readonly isComplete: boolean;
    /** One sentence. */
    readonly ended: string;
  };
}

/** Why a search ended. */
export type PathEnding = 'everything' | 'enough' | 'budget' | 'too-many';

const count = (number: number): string => number.toLocaleString('en');

/** What a search ended with, as a sentence. */
export function describeEnding(ending: PathEnding, question: PathQuestion, stops: PathStops): string {
  switch (ending) {
    case 'everything':
      return `Everything within ${question.maxHops} payments was looked at.`;
    case 'enough':
      return `The search ended when it had found ${count(question.limit)}; others are no nearer.`;
    case 'budget':
      return `The ${count(question.budget)} transactions that this search may read are used up; ${count(stops.budget ?? 0)} trails were not followed.`;
    case 'too-many':
      return `There are more ways than the ${count(question.limit)} asked for; the shortest are given.`;
  }
}
