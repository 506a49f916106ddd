import type { ChainId } from '../chain.ts';
import type { AssetChange, AssetId, Transfer } from '../ledger.ts';
import type { ActionKind } from '../protocol-action.ts';

/** What a transaction is known to be, by findings of other rules. */
export interface SeenTransaction {
  readonly txid: string;
  /** Seconds. */
  readonly time: number;
  readonly height: number;
  /** Those that name the subject as payer or as who was paid. */
  readonly transfers: readonly Transfer[];
  /** What it changed for the subject, fees included: where several pay together, transfers alone do not show it. */
  readonly changes: readonly AssetChange[];
  /** Kind of CoinJoin the detectors find, for example `wasabi-2`. */
  readonly coinJoin: { readonly kind: string; readonly confidence: number } | undefined;
  /** What known protocols did in it, by its logs; undefined where they were not read. */
  readonly actions: readonly { readonly kind: ActionKind; readonly protocol: string }[] | undefined;
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
  /** Code of the currency that values and thresholds are in. */
  readonly currency: string;
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
  /** Method page and its section: `docs/methods/behaviours.md#structuring`. */
  readonly page: string;
  find(subject: BehaviourSubject): BehaviourFinding | undefined;
}
