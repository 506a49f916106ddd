import type { AssetKey } from '../asset.ts';
import type { CategoryId } from '../category.ts';
import type { ChainId } from '../chain.ts';
import type { BehaviourFinding } from './behaviour.ts';
import type { AssetExposure, ExposureRing, ExposureWay } from './exposure.ts';
import type { RuleBasis, ThreatLevel } from './rule-set.ts';

/** The request about one subject. Equal requests over equal data give equal bytes. */
export interface ScreeningRequest {
  readonly chain: ChainId;
  readonly subject: { readonly kind: 'address' | 'transaction'; readonly text: string };
  readonly ways: readonly ExposureWay[];
  /** Null: the coin and the tokens with a known contract that it used most. */
  readonly asset: AssetKey | null;
  /** `haircut/1`, `fifo/1`, `lifo/1` or `poison/1`. */
  readonly method: string;
  readonly maxHops: number;
  readonly minSharePpm: number;
  readonly minAmount: bigint;
  /** Seconds, inclusive. */
  readonly fromTime: number | null;
  readonly toTime: number | null;
  /** Transactions read per direction and asset. */
  readonly budget: number;
  /** Addresses that rules infer to be one with the address count as the subject too. */
  readonly withCluster: boolean;
  /** Trades of one asset for another that a protocol proves are followed; what they brought is stated in the other asset. */
  readonly followSwaps: boolean;
  /** Trails continue behind services, whose pools join strangers; left out: a trail ends at a service. */
  readonly throughServices?: true | undefined;
  /** Labels left out, by id, and rules left out: to see what the verdict rests on. */
  readonly withoutLabels: readonly string[];
  readonly withoutRules: readonly string[];
}

/** A label as a screening shows it: claims side by side, never averaged. Text is hostile. */
export interface ScreeningLabel {
  readonly id: string;
  readonly label: string;
  readonly category: CategoryId;
  readonly source: string;
  readonly pack: string;
  readonly confidence: number;
  readonly asOf: string | null;
  /** Member of the cluster that carries it; null where the subject itself does. */
  readonly via: string | null;
  readonly listing: {
    readonly list: string;
    readonly entity: string;
    readonly programme: string | null;
    readonly listedFrom: string | null;
    readonly listedHow: 'on' | 'by';
    /** Day its entity was listed: the address was listed then or later. */
    readonly entityFrom: string | null;
    readonly listedTo: string | null;
  } | null;
}

/** A rule that fired, with what made it fire. */
export interface FiredRule {
  readonly rule: string;
  readonly title: string;
  readonly basis: RuleBasis;
  readonly category: CategoryId | null;
  readonly way: ExposureWay | null;
  readonly ring: ExposureRing | null;
  /** After the cap for labels of low confidence. */
  readonly weight: number;
  readonly isCapped: boolean;
  /** What it adds to the score above all rules of less weight: these parts add up to the score. */
  readonly part: number;
  /** One sentence with the figures of this case. */
  readonly reason: string;
  readonly asset: AssetKey | null;
  readonly amount: bigint | null;
  readonly sharePpm: number | null;
  readonly hops: number | null;
  /** What it rests on: fact where a ledger or a list states it, claim of a source, or inference of a rule. */
  readonly rests: 'fact' | 'claim' | 'inference';
  /** Labels it rests on, by id. */
  readonly labels: readonly string[];
  readonly refs: readonly string[];
  /** Name and address of the nearest party. */
  readonly party: string | null;
  readonly address: string | null;
}

/**
 * `unknown`: not read, or too little of it, and nothing found that makes it Medium. `none`: read, and no rule fired. `zero`: only rules of weight 0 fired. `scored`:
 * the rest. Never to be read as "safe".
 */
export type VerdictState = 'unknown' | 'none' | 'zero' | 'scored';

export interface Verdict {
  readonly state: VerdictState;
  readonly level: ThreatLevel;
  /** 0 to 100; null where no rule fired or too little is known. */
  readonly score: number | null;
  /** In words, the weightiest first; for `unknown` why. */
  readonly sentences: readonly string[];
  readonly fired: readonly FiredRule[];
}

/** The addresses that were screened as one subject, because a rule infers that one person has their keys. */
export interface ScreenedCluster {
  /** `co-spend/1`: the rule that joins them. */
  readonly rule: string;
  /** Hash over all rules of the clusterer in force, with their versions. */
  readonly rules: string;
  /** Its first address in this index, which names it. */
  readonly root: string;
  readonly size: number;
  /** Whose payments were traced: the address that was requested first, then those that received most. */
  readonly read: readonly string[];
  /** Of the addresses looked at, those that received nothing within the question. */
  readonly idle: number;
  /** Addresses beyond the limits, and the first of them. */
  readonly unread: { readonly count: number; readonly first: readonly string[] };
}

/**
 * Labels that exclude each other: of one address, or of the addresses of the subject's cluster (`via` names the address).
 * `isCounterparty`: of an address the subject had to do with.
 */
export interface Disagreement {
  readonly isCounterparty?: true | undefined;
  readonly address: string;
  readonly labels: readonly ScreeningLabel[];
}

/** The whole answer for one subject. */
export interface Screening {
  readonly request: ScreeningRequest;
  readonly verdict: Verdict;
  readonly own: readonly ScreeningLabel[];
  readonly inherited: readonly ScreeningLabel[];
  /** Null where the address alone was screened. */
  readonly cluster: ScreenedCluster | null;
  readonly exposure: readonly AssetExposure[];
  readonly behaviours: readonly BehaviourFinding[];
  readonly disagreements: readonly Disagreement[];
  /** What was not read or rests on an assumption, in sentences. */
  readonly limits: readonly string[];
}
