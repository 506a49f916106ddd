import type { AssetKey } from '../asset.ts';
import type { KnownParty } from './known-party.ts';
import type { StopReason } from './stop-reason.ts';

/**
 * What can still be done about money at an end, the most urgent first. `service`: somebody runs accounts there and can hold what
 * came in. `issuer`: a holder of a token whose issuer can freeze it. `holder`: whoever has the keys still has it. `onward`: it
 * went over a bridge and may still be there. `unknown`: what came next is not indexed, or it was not followed further.
 * `gone`: mixed, pooled or destroyed.
 */
export const END_STANDINGS = ['service', 'issuer', 'holder', 'onward', 'unknown', 'gone'] as const;
export type EndStanding = (typeof END_STANDINGS)[number];

/** A place where traced money ends, with what each method sends there. Amounts are in the smallest unit of the asset. */
export interface TraceEnd {
  /** Of a service, or of the place. */
  readonly key: string;
  readonly name: string;
  /** Null where several addresses of a service are one end. */
  readonly address: string | null;
  readonly asset: AssetKey;
  readonly reason: StopReason;
  readonly party: KnownParty | null;
  readonly standing: EndStanding;
  /** What to do about it, in a sentence. */
  readonly advice: string;
  /** By method, in the order of `methods`. */
  readonly amounts: readonly bigint[];
  /** Over the methods that divide: first in first out, haircut, last in first out. */
  readonly least: bigint;
  readonly most: bigint;
  /** The most that can have come by any division; 0 where only the order of unplaced payments brings it there. */
  readonly reach: bigint;
  /** Fewest hops from a seed. */
  readonly hop: number;
}

/** One search for places, with the limits it had and what it cost. */
export interface EndsPass {
  readonly maxHops: number;
  readonly maxFanOut: number;
  /** Payments of less than these millionths of what was taken were summed and not followed. */
  readonly minSharePpm: number;
  readonly budget: number;
  readonly transactionsRead: number;
  /** Places found. */
  readonly places: number;
  /** Payments left out by the fan-out limit, and trails that the limit of hops or the budget ended. */
  readonly cutPayments: number;
  readonly openTrails: number;
}

/** Every place that money can have reached, with its range over the methods, the most urgent first. */
export interface TraceEnds {
  /** Ids in the order of `amounts`; the first is the one of the request. */
  readonly methods: readonly string[];
  readonly items: readonly TraceEnd[];
  /** Ends in all; those beyond the listed ones are the smallest. */
  readonly total: number;
  readonly passes: readonly EndsPass[];
  /** Transactions read in all passes and by all methods. */
  readonly transactionsRead: number;
  /** Addresses of the request that paid more than they received, which were begun with all that went through them. */
  readonly widened: readonly string[];
  /** What was found, what it cost and what was not looked at, in sentences. */
  readonly sentences: readonly string[];
}
