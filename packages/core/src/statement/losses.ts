import type { ChainId } from '../chain.ts';
import type { AssetId } from '../ledger.ts';

/**
 * What joins a payment to a victim. `addresses`: every payer is an address of one victim. `named`: the victim names the
 * transaction, and the payers are addresses of nobody in the list, such as a service. `undecided`: it could be of several, or
 * strangers paid with them, so that it is in nobody's sums.
 */
export const LOSS_BASES = ['addresses', 'named', 'undecided'] as const;
export type LossBasis = (typeof LOSS_BASES)[number];

/** One payment of one asset between victims and the set of the suspects. */
export interface LossPayment {
  /** 1 is the first. */
  readonly no: number;
  /** `returned`: the suspects paid it back. */
  readonly way: 'paid' | 'returned';
  readonly basis: LossBasis;
  /** Places in the list of victims: one, or where it is undecided all that it may be of. */
  readonly victims: readonly number[];
  readonly chain: ChainId;
  readonly height: number;
  readonly time: number;
  readonly txid: string | undefined;
  readonly asset: AssetId;
  /** Smallest unit, above 0n. */
  readonly amount: bigint;
  /** Millionths of the currency at the time; undefined: no price. */
  readonly value: bigint | undefined;
  /** Who paid, at most three; `payerCount` says how many there are. */
  readonly payers: readonly string[];
  readonly payerCount: number;
  /** Address that was paid. */
  readonly paid: string | undefined;
}

/** What one victim paid and got back in one asset. */
export interface LossSum {
  readonly asset: AssetId;
  readonly paid: bigint;
  readonly returned: bigint;
  readonly paidValue: bigint;
  readonly returnedValue: bigint;
  readonly count: number;
  /** Payments without a price: they are in no value. */
  readonly unpriced: number;
}

/** One row of the restitution list. */
export interface VictimLoss {
  readonly victim: number;
  readonly sums: readonly LossSum[];
  readonly count: number;
  readonly unpriced: number;
  readonly firstTime: number | undefined;
  readonly lastTime: number | undefined;
  /** Paid less returned, millionths; undefined while a payment has no price. Below zero: more came back than was paid. */
  readonly loss: bigint | undefined;
  /** Millionths of all losses together; undefined where a loss is not known. */
  readonly share: number | undefined;
  /** Part of the amount to distribute, whole cents in millionths; the parts of all add up to it. */
  readonly restitution: bigint | undefined;
}
