import { expect, test } from 'vitest';
import { readListingDates, toFormerListings, withListingDates } from './ofac-history.ts';
import { invented } from './testing/invented-addresses.ts';

const TEXT = `address,listed_from,listed_how,listed_to,uid,programme,entity,entity_listed
${invented.btc(1)},2022-11-08,on,,7,CYBER2,SAMPLE,
${invented.eth(1)},2022-09-03,by,2025-03-21,8,"CYBER2, DPRK3",FORMER,2022-08-08
${invented.eth(2)},2022-09-03,by,2024-09-25,,,,
`;
const LABEL = {
  network: 'btc',
  address: invented.btc(1),
  label: 'SAMPLE',
  category: 'sanctioned',
  actor: undefined,
  confidence: 'authority_data',
  scope: 'address',
  role: undefined,
  source: 'x',
  asOf: '2026-08-20',
  details: { entity: 'SAMPLE' },
} as const;

test('a listed address carries the day of its listing', () => {
  const [label] = withListingDates([LABEL], readListingDates(TEXT));
  expect(label?.details).toEqual({ entity: 'SAMPLE', listed_from: '2022-11-08', listed_how: 'on' });
});

test('an address that was removed is kept as formerly listed, with its entity and both days', () => {
  const former = toFormerListings(readListingDates(TEXT), [LABEL]);
  expect(former.map(({ address }) => address)).toEqual([invented.eth(1)]);
  expect(former[0]).toMatchObject({
    network: 'eth',
    category: 'sanctioned_historic',
    details: { programme: 'CYBER2, DPRK3', listed_from: '2022-09-03', listed_how: 'by', listed_to: '2025-03-21' },
  });
  expect(former[0]?.details.entry_listed_on).toBe('2022-08-08');
});
