import { expect, test } from 'vitest';
import { describeListing, readListing } from './sanction-listing.ts';

const LISTED = {
  pack: 'ofac-sdn',
  category: 'sanctioned',
  label: 'SAMPLE',
  details: { entity: 'SAMPLE CO', programme: 'CYBER2, DPRK3', uid: '7', listed_from: '2022-11-08', listed_how: 'on' },
} as const;

test('a listing names list, copy, entity, programme and day of listing, and no confidence', () => {
  const listing = readListing(LISTED);
  expect(listing && describeListing(listing, '2026-08-20')).toBe(
    'On the OFAC SDN list (copy of 20 Aug 2026): SAMPLE CO, programme CYBER2, DPRK3, listed on 8 Nov 2022.',
  );
});

test('a listing of which only a later copy is known is listed on or before that copy', () => {
  const listing = readListing({ ...LISTED, details: { entity: 'SAMPLE CO', list_date: '2022-09-03' } });
  expect(listing && describeListing(listing)).toBe('On the OFAC SDN list: SAMPLE CO, listed on or before 3 Sep 2022.');
});

test('a listing between the day of its entity and that of a copy names both', () => {
  const details = { entity: 'SAMPLE CO', listed_from: '2022-01-11', listed_how: 'by', entry_listed_on: '2021-09-21' };
  const state = (more: object) => {
    const listing = readListing({ ...LISTED, details: { ...details, ...more } });
    return listing && describeListing(listing);
  };
  expect(state({})).toBe(
    'On the OFAC SDN list: SAMPLE CO, listed between 21 Sep 2021, as its entity, and 11 Jan 2022.',
  );
  expect(state({ listed_how: 'on' })).toBe('On the OFAC SDN list: SAMPLE CO, listed on 11 Jan 2022.');
  expect(state({ entry_listed_on: '2022-01-12' })).toBe(
    'On the OFAC SDN list: SAMPLE CO, listed on or before 11 Jan 2022.',
  );
});

test('an entry that was removed states since when it is not on the list', () => {
  const details = { ...LISTED.details, listed_to: '2025-03-21' };
  const listing = readListing({ ...LISTED, pack: 'ofac-sdn-historic', category: 'sanctioned_historic', details });
  expect(listing && describeListing(listing)).toMatch(/^Removed from the OFAC SDN list: .*removed by 21 Mar 2025\.$/);
});

test('that somebody else calls an address sanctioned is no listing', () => {
  expect(readListing({ ...LISTED, pack: 'graphsense-public' })).toBeUndefined();
});
