import type { SanctionListing } from '@trailmark/core/sanction-listing';
import { describe, expect, test } from 'vitest';
import { type ListedPayment, splitListing } from './split-listing.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

function listing(more: Partial<SanctionListing> = {}): SanctionListing {
  return {
    ...{ list: 'OFAC SDN list', entity: 'X', programme: undefined, uid: undefined, listedFrom: '2022-08-08' },
    ...{ listedHow: 'on', listedTo: undefined },
    ...more,
  };
}

/** A payment of 10 units on a day, worth what it says. */
const pay = (day: string, money: bigint | undefined = 1n, listings = [listing()]): ListedPayment => ({
  ...{ amount: 10n, time: at(day), money, listings },
});

describe('payments at a listed party', () => {
  test('are before its listing, or on or after it', () => {
    expect(splitListing([pay('2022-08-07'), pay('2022-08-08')])).toEqual({
      ...{ before: 10n, unclear: 0n, after: 10n, lifted: 0n, listedFrom: '2022-08-08' },
      money: { before: 1n, unclear: 0n, after: 1n, lifted: 0n },
    });
  });

  test('have the money of their own days, and none in a part of which a day has no price', () => {
    const split = splitListing([pay('2020-01-01', 500n), pay('2023-01-01', 20_000n), pay('2023-01-02', 1n)]);
    expect(split?.money).toEqual({ before: 500n, unclear: 0n, after: 20_001n, lifted: 0n });
    const unpriced = { ...pay('2020-01-01'), money: undefined };
    expect(splitListing([unpriced, pay('2023-01-01', 7n)])?.money).toMatchObject({ before: null, after: 7n });
  });

  test('are lifted from the day of the first list without it', () => {
    const former = [listing({ listedTo: '2025-03-21' })];
    const days = ['2022-08-07', '2025-03-20', '2025-03-21', '2026-01-01'];
    expect(splitListing(days.map((day) => pay(day, 1n, former)))).toMatchObject({
      ...{ before: 10n, unclear: 0n, after: 10n, lifted: 20n },
    });
  });

  test('are judged by all listings of an address, in whatever order they come', () => {
    const periods = [listing({ listedTo: '2023-01-01' }), listing({ listedFrom: '2024-06-01' })];
    const of = (day: string, listings = periods) => splitListing([pay(day, 1n, listings)]);
    for (const listings of [periods, periods.toReversed()]) {
      expect(of('2022-01-01', listings)).toMatchObject({ before: 10n, listedFrom: '2022-08-08' });
      expect(of('2022-12-31', listings)).toMatchObject({ after: 10n });
      // Between two listings: the one in force is still to come.
      expect(of('2023-06-01', listings)).toMatchObject({ before: 10n, lifted: 0n });
      expect(of('2024-06-01', listings)).toMatchObject({ after: 10n });
    }
  });

  test('may be of a listed party where its listing, or that of one of its addresses, has no sure day', () => {
    const by = listing({ listedHow: 'by', entityFrom: '2022-03-01' });
    expect(splitListing([pay('2022-02-28', 1n, [by])])).toMatchObject({ before: 10n });
    expect(splitListing([pay('2022-03-01', 1n, [by])])).toMatchObject({ unclear: 10n });
    expect(splitListing([pay('2022-08-08', 1n, [by])])).toMatchObject({ after: 10n });
    const undated = listing({ listedFrom: undefined });
    const none = pay('2022-09-01', 1n, []);
    expect(splitListing([pay('2023-01-01'), pay('2023-01-01', 1n, [undated]), none])).toMatchObject({
      ...{ after: 10n, unclear: 20n },
    });
    expect(splitListing([pay('2023-01-01', 1n, [undated]), none])).toBeNull();
    const removed = listing({ listedFrom: undefined, listedTo: '2023-01-01' });
    expect(splitListing([pay('2023-01-01', 1n, [removed, by])])).toMatchObject({ after: 10n });
    expect(splitListing([pay('2023-01-01', 1n, [removed]), pay('2023-01-01')])).toMatchObject({ lifted: 10n });
  });
});
