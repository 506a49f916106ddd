import { expect, test } from 'vitest';
import { type DatedCopy, toListings } from '../../scripts/label-data/ofac-listings.ts';

const ENTITY = { name: 'SAMPLE', programme: 'CYBER2', uid: '7' };

function copyOf(day: string, more: Partial<DatedCopy>): DatedCopy {
  return { day, isExact: false, addresses: new Set(['A']), isPartial: false, entities: new Map(), ...more };
}

function listingOf(copies: readonly DatedCopy[], entityDay?: string, single: readonly string[] = []) {
  // A copy of few addresses is a first try at following the list.
  const others = Array.from({ length: 700 }, (_, index) => `other${index}`);
  const issued = [copyOf('2025-01-01', { addresses: new Set(['a', ...others]), entities: new Map([['a', ENTITY]]) })];
  const entityDays = new Map(entityDay === undefined ? [] : [['7', entityDay]]);
  const [listing] = toListings({ spelled: copies, issued, entityDays, single: new Set(single) });
  return [listing?.from, listing?.isExact, listing?.entityFrom];
}

test('an address whose first copy is late was listed between the day of its entity and that copy', () => {
  const late = copyOf('2022-01-11', {});
  expect(listingOf([late])).toEqual(['2022-01-11', false, undefined]);
  expect(listingOf([late], '2021-09-21')).toEqual(['2022-01-11', false, '2021-09-21']);
  expect(listingOf([late], '2022-01-11')).toEqual(['2022-01-11', true, undefined]);
  // OFAC gave an entity a new number: its new day says nothing about what was listed before.
  expect(listingOf([late], '2022-11-08')).toEqual(['2022-01-11', false, undefined]);
  expect(listingOf([late], '2021-07-28', ['7'])).toEqual(['2021-07-28', true, undefined]);
});

test('a copy that follows every change gives the day, whatever its entity has', () => {
  const followed = copyOf('2022-04-22', { isExact: true, isPartial: true });
  expect(listingOf([copyOf('2022-09-03', {}), followed], '2019-09-13')).toEqual(['2022-04-22', true, undefined]);
});
