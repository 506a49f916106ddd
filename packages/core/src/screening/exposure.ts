import type { AssetKey } from '../asset.ts';
import type { CategoryId } from '../category.ts';
import type { KnownParty } from '../trace/known-party.ts';

/** Where money came from (`in`), or went to (`out`). */
export const EXPOSURE_WAYS = ['in', 'out'] as const;
export type ExposureWay = (typeof EXPOSURE_WAYS)[number];

/** `direct`: a payment between the subject and the party. `indirect`: through addresses nobody names, up to the first party. */
export const EXPOSURE_RINGS = ['direct', 'indirect'] as const;
export type ExposureRing = (typeof EXPOSURE_RINGS)[number];

/**
 * What money is that reached nobody a label names. `mined`: made by the chain. `held`: still with addresses nobody names.
 * `fees`: paid to have it moved. `destroyed`: nobody can spend it. `undecoded`: went into a contract or a trade that no known
 * protocol explains. `traded`: became another asset in a trade that was followed, and is stated there. `own`: came back to the
 * subject. The rest are reasons why it was not read further: `hops` the limit of
 * hops, `limits` other limits of the question (window, smallest share, fan-out), `hub` an account with too many transfers,
 * `budget` the limit of transactions read, `gap` what the index does not contain.
 */
export const REMAINDERS = [
  'mined',
  'held',
  'fees',
  'destroyed',
  'own',
  'undecoded',
  'traded',
  'hops',
  'limits',
  'hub',
  'budget',
  'gap',
] as const;
export type Remainder = (typeof REMAINDERS)[number];
/** Remainders that say nothing about the money: it was not read. */
export const UNREAD: readonly Remainder[] = ['hub', 'budget', 'gap'];
/** Remainders of which nobody knows whose the money is. */
export const UNKNOWN_REMAINDERS: readonly Remainder[] = ['undecoded', 'hops', 'limits', ...UNREAD];

/** What another label of a party's address says of it. Text is hostile. */
export interface PartyClaim extends Pick<KnownParty, 'name' | 'source' | 'asOf' | 'confidence' | 'listing'> {
  readonly category: CategoryId;
}

/** Exposure to one party, in one direction and ring. Amounts in the smallest unit of the asset. */
export interface PartyExposure {
  readonly way: ExposureWay;
  readonly ring: ExposureRing;
  readonly category: CategoryId;
  readonly party: KnownParty;
  /**
   * Other categories that labels give its addresses, each by the strongest claim; left out where there is none. Shares count under
   * `category` alone, rules read every claim. Addresses with other claims are a party of their own.
   */
  readonly others?: readonly PartyClaim[] | undefined;
  /** The party's address that is nearest, and of those the one with the largest amount; null where a memo or a log names no address. */
  readonly address: string | null;
  readonly amount: bigint;
  /** Millionths of all the subject received or sent, rounded down. */
  readonly sharePpm: number;
  /** Places where trails reached the party. */
  readonly ends: number;
  readonly minHops: number;
  /** Seconds: of the payments at the party. */
  readonly firstTime: number;
  readonly lastTime: number;
  /** Null where it is on no list, or no copy of the list shows since when. */
  readonly listing: ListingSplit | null;
  /** At the closes of the days on which the party was paid or paid, in millionths of the currency; null where a day has no price. */
  readonly money: bigint | null;
  /** The largest payments at the party, largest first: `txid:vout` or `hash#slot`. */
  readonly refs: readonly string[];
}

/**
 * When a payment at a listed party was: `before` its listing, `after`: on or after it, while it was in force, `lifted`: after it was
 * removed. `unclear`: it may have been listed already, as of some listings only the day at the latest is known, or two days between.
 */
export const LISTING_PARTS = ['before', 'unclear', 'after', 'lifted'] as const;
export type ListingPart = (typeof LISTING_PARTS)[number];

/** Payments at a listed party by day, in the smallest unit; the parts add up to its amount. */
export interface ListingSplit extends Readonly<Record<ListingPart, bigint>> {
  /** The first day on which one of its addresses was listed for certain. */
  readonly listedFrom: string;
  /** Of each part at the closes of its days, in millionths of the currency; null where one has no price. Left out by `listing-split/2`. */
  readonly money?: Readonly<Record<ListingPart, bigint | null>> | undefined;
}

/** Money that reached nobody who is named, by why. */
export interface RemainderShare {
  readonly way: ExposureWay;
  readonly remainder: Remainder;
  readonly amount: bigint;
  readonly sharePpm: number;
}

/** One direction of one asset: total = Σ parties + Σ remainders, exactly. */
export interface ExposureSide {
  readonly way: ExposureWay;
  /** All it received, or all it sent, within the question. 0 is a computed zero, unless the direction is partial: then nobody knows it. */
  readonly total: bigint;
  /** Untraced money that a method counts in: above 0 the figures are an upper bound and exceed what really moved. */
  readonly added: bigint;
  readonly transactionsRead: number;
  /** The budget or a limit of the server ended it. */
  readonly isPartial: boolean;
  readonly gaps: readonly string[];
}

/** Whether the total of a direction is one: of what could not be traced not even the sum may be known. */
export function isSumKnown({ total, isPartial }: Pick<ExposureSide, 'total' | 'isPartial'>): boolean {
  return total > 0n || !isPartial;
}

/** Exposure of one subject in one asset. */
export interface AssetExposure {
  readonly asset: AssetKey;
  /**
   * The asset that trades turned into this one, or backward this one into it: shares are of what was traded, not of all the
   * subject received or sent. Left out: an asset of the subject itself.
   */
  readonly tradedFrom?: AssetKey | undefined;
  readonly symbol: string;
  readonly decimals: number;
  readonly sides: readonly ExposureSide[];
  readonly parties: readonly PartyExposure[];
  readonly remainders: readonly RemainderShare[];
}
