import { dayOf } from '@trailmark/core/price';
import type { SanctionListing } from '@trailmark/core/sanction-listing';
import { LISTING_PARTS, type ListingPart, type ListingSplit } from '@trailmark/core/screening/exposure';

/**
 * How payments at a listed party are distinguished by day. 1 took every day before the listing is certain for one before it. 2
 * knew no removal, divided money by amount, and let one address without a day hide the days of the others.
 */
export const LISTING_SPLIT = 'listing-split/3';

/** A payment at an address of a listed party, with every listing of that address. */
export interface ListedPayment {
  readonly amount: bigint;
  /** Seconds. */
  readonly time: number;
  /** Millionths of the currency at the close of its day; undefined without a price. */
  readonly money: bigint | undefined;
  readonly listings: readonly SanctionListing[];
}

/** What a payment of a day is to one listing. Without a day of listing only a removal is certain. */
function placeIn({ listedFrom, listedHow, entityFrom, listedTo }: SanctionListing, day: string): ListingPart {
  if (listedTo !== undefined && day >= listedTo) return 'lifted';
  if (listedFrom === undefined) return 'unclear';
  if (day >= listedFrom) return 'after';
  return listedHow === 'on' || (entityFrom !== undefined && day < entityFrom) ? 'before' : 'unclear';
}

/** Of several listings the one in force decides, then one that may be; between two the later one is still to come. */
const PRECEDENCE: readonly ListingPart[] = ['after', 'unclear', 'before', 'lifted'];

function placeOf({ listings, time }: ListedPayment): ListingPart {
  const day = dayOf(time);
  const places = listings.map((listing) => placeIn(listing, day));
  return PRECEDENCE.find((part) => places.includes(part)) ?? 'unclear';
}

/** Payments at a listed party by day; null where no address of it has a day of listing. */
export function splitListing(payments: readonly ListedPayment[]): ListingSplit | null {
  const days = payments.flatMap(({ listings }) => listings.flatMap(({ listedFrom }) => listedFrom ?? []));
  const listedFrom = days.toSorted()[0];
  if (listedFrom === undefined) return null;
  const amounts: Record<ListingPart, bigint> = { before: 0n, unclear: 0n, after: 0n, lifted: 0n };
  const money: Record<ListingPart, bigint | null> = { ...amounts };
  for (const payment of payments) {
    const part = placeOf(payment);
    const sum = money[part];
    amounts[part] += payment.amount;
    money[part] = sum === null || payment.money === undefined ? null : sum + payment.money;
  }
  return { ...amounts, listedFrom, money };
}

/** All that was paid at a listed party: the sum of the parts. */
export function sumListing(listing: ListingSplit): bigint {
  return LISTING_PARTS.reduce((sum, part) => sum + listing[part], 0n);
}
