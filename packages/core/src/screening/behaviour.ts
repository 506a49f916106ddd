import type { ChainId } from '../chain.ts';
import type { AssetId, Transfer } from '../ledger.ts';

/** What a transaction is known to be, by findings of other rules. */
export interface SeenTransaction {
  readonly txid: string;
  /** Seconds. */
  readonly time: number;
  readonly height: number;
  readonly transfers: readonly Transfer[];
  /** Kind of CoinJoin the detectors find, for example `wasabi-2`. */
  readonly coinJoin: { readonly kind: string; readonly confidence: number } | undefined;
}

/** One run of payments that peel small parts off a large rest, as the tracing engine finds it. */
export interface SeenPeelChain {
  readonly txids: readonly string[];
  readonly enteredAmount: bigint;
  readonly leftAmount: bigint;
  readonly firstTime: number;
  readonly lastTime: number;
}

/**
 * What patterns look at: the transactions of one subject, oldest first. Addresses are the ledger's keys; `self` is the
 * subject's. `isWhole` false: only the newest part was read, and a pattern that needs the whole history answers nothing.
 */
export interface BehaviourSubject {
  readonly chain: ChainId;
  readonly self: string;
  readonly transactions: readonly SeenTransaction[];
  readonly isWhole: boolean;
  readonly peelChains: readonly SeenPeelChain[];
  /** Address text for a key. */
  readonly formatAddress: (key: string) => string;
  /** The party a label names there is a service. */
  readonly isService: (key: string) => boolean;
  /** Value at the close of the day, in millionths of the currency; undefined where that day has no price. */
  readonly moneyOf: (asset: AssetId, amount: bigint, time: number) => bigint | undefined;
  /** Amount in words, with its symbol. */
  readonly formatAmount: (asset: AssetId, amount: bigint) => string;
  /** Thresholds of the agency in whole units of the currency. */
  readonly reportingThresholds: readonly number[];
  /** Time of the last indexed block, seconds. */
  readonly tipTime: number;
}

/** What a pattern found: an observation, never a proof of anything. */
export interface BehaviourFinding {
  /** `pass-through/1`. */
  readonly pattern: string;
  readonly title: string;
  /** One sentence with the figures of this case. */
  readonly sentence: string;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Transactions behind it, in the order of the chain, at most 200; `count` is of all. */
  readonly txids: readonly string[];
  readonly count: number;
}

/** One pattern: pure, one file each. */
export interface BehaviourPattern {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** `risk`: may have a weight in a rule set. `observation`: shown, weight 0 by default. `obstruction`: done to the subject by others. */
  readonly nature: 'risk' | 'observation' | 'obstruction';
  /** Method page in docs/methods. */
  readonly page: string;
  find(subject: BehaviourSubject): BehaviourFinding | undefined;
}
