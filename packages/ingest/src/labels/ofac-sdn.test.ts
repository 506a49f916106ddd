import type { Label } from '@trailmark/core/label';
import { describe, expect, test } from 'vitest';
import { collectLabels, type SourceFile } from './importer.ts';
import { keepListDates, ofacSdn, parseSdnDate, sdnNetworks, toHistoric } from './ofac-sdn.ts';
import { invented } from './testing/invented-addresses.ts';

interface Listing {
  readonly address: string;
  readonly ticker: string;
  readonly entity?: string;
  readonly uid?: string;
}

function files(listings: readonly Listing[], date = '08/20/2026', further: readonly string[] = []): SourceFile[] {
  const list = `# Last Updated: today\n\n${[...listings.map(({ address }) => address), ...further].join('\n')}\n`;
  const addresses = Object.fromEntries(
    listings.map(({ address, ticker, entity = 'SAMPLE ENTITY', uid = '4711' }) => {
      const type = `Digital Currency Address - ${ticker}`;
      return [
        address.toLowerCase(),
        { type, entries: [{ entity, program: 'CYBER2', type, uid, akas: ['ONE', 'TWO'] }] },
      ];
    }),
  );
  const json = JSON.stringify({ metadata: { sdnListDate: date }, addresses });
  return [
    { name: 'list.txt', text: list },
    { name: 'entities.json', text: json },
  ];
}

const LISTED: readonly Listing[] = [
  { address: invented.btc(1), ticker: 'XBT' },
  { address: invented.trx(1), ticker: 'USDT', entity: 'HYDRA MARKET', uid: '36216' },
];

describe('the list of OFAC', () => {
  test('an address is sanctioned with programme, entity, number, other names and list date, in its own letter case', async () => {
    const { labels, refused } = await collectLabels(ofacSdn, files(LISTED));
    expect(refused).toEqual([]);
    expect(labels[0]).toEqual({
      network: 'btc',
      address: invented.btc(1),
      label: 'SAMPLE ENTITY',
      category: 'sanctioned',
      actor: undefined,
      confidence: 'authority_data',
      scope: 'address',
      role: undefined,
      source: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=4711',
      asOf: '2026-08-20',
      details: {
        entity: 'SAMPLE ENTITY',
        programme: 'CYBER2',
        uid: '4711',
        akas: 'ONE; TWO',
        list_date: '2026-08-20',
        reported_as: 'XBT',
      },
    });
    expect(labels[1]).toMatchObject({ network: 'trx', actor: 'hydramarket' });
    expect(ofacSdn.dateOf?.(files(LISTED))).toBe('2026-08-20');
  });

  test('the ticker never decides the network, it only chooses among those the address fits', () => {
    expect(sdnNetworks(invented.trx(1), 'XBT')).toEqual(['trx']);
    expect(sdnNetworks(invented.eth(1), 'USDT')).toEqual(['eth']);
    expect(sdnNetworks(invented.eth(1), 'ARB')).toEqual(['arbitrum']);
    expect(sdnNetworks(invented.btc(1), 'BSV')).toEqual(['bsv']);
    expect(sdnNetworks(invented.btc(1), 'LTC')).toEqual(['btc']);
    expect(sdnNetworks('be5543ff', 'XMR')).toEqual([]);
  });

  test('what is no address, and what the current list has no entity for, is refused', async () => {
    const listing = { address: 'ab'.repeat(32), ticker: 'XMR' };
    const { labels, refused } = await collectLabels(ofacSdn, files([...LISTED, listing], undefined, [invented.btc(9)]));
    expect(labels).toHaveLength(2);
    expect(refused.map(({ text }) => text)).toEqual(['ab'.repeat(32), invented.btc(9)]);
    expect(refused[1]?.reason).toBe('the current list has no entity for it');
  });

  test('one file, or JSON of another kind, is refused as a whole', async () => {
    const [list, json] = files(LISTED) as [SourceFile, SourceFile];
    await expect(collectLabels(ofacSdn, [list])).rejects.toThrow('two files');
    await expect(collectLabels(ofacSdn, [list, { ...json, text: '{"a": 1}' }])).rejects.toThrow('no list date');
    await expect(collectLabels(ofacSdn, [list, { ...json, text: '{\n"a": }' }])).rejects.toThrow('entities.json');
    expect(parseSdnDate('2026-08-20')).toBeUndefined();
  });
});

async function labelsOf(listings: readonly Listing[], date: string): Promise<Label[]> {
  return (await collectLabels(ofacSdn, files(listings, date))).labels;
}

describe('two versions of the list', () => {
  test('a removed address becomes formerly sanctioned, from the list it was first seen on to the first without it', async () => {
    const before = await labelsOf(LISTED, '08/20/2026');
    const after = await labelsOf(LISTED.slice(0, 1), '09/01/2026');
    const historic = toHistoric(before, after, '2026-09-01');
    expect(historic).toHaveLength(1);
    expect(historic[0]).toMatchObject({
      address: invented.trx(1),
      category: 'sanctioned_historic',
      asOf: '2026-09-01',
      details: { listed_from: '2026-08-20', listed_to: '2026-09-01', entity: 'HYDRA MARKET' },
    });
    expect(historic[0]?.details.list_date).toBeUndefined();
  });

  test('what was historic stays so, once, also when the address is listed again', async () => {
    const first = await labelsOf(LISTED, '08/20/2026');
    const second = await labelsOf(LISTED.slice(0, 1), '09/01/2026');
    const historic = toHistoric(first, second, '2026-09-01');
    const third = await labelsOf(LISTED, '10/01/2026');
    expect(toHistoric(second, third, '2026-10-01', historic)).toEqual(historic);
    expect(toHistoric(first, second, '2026-09-01', historic)).toEqual(historic);
  });

  test('an entity that lost one of two entries for an address loses that one', async () => {
    const twice = [
      ...(await labelsOf(LISTED, '08/20/2026')),
      ...(await labelsOf([{ address: invented.btc(1), ticker: 'XBT', uid: '1' }], '08/20/2026')),
    ];
    const historic = toHistoric(twice, await labelsOf(LISTED, '09/01/2026'), '2026-09-01');
    expect(historic.map(({ details }) => details.uid)).toEqual(['1']);
  });

  test('what stays listed keeps the date on which it was first seen, so that it does not count as changed', async () => {
    const before = await labelsOf(LISTED.slice(0, 1), '08/20/2026');
    const after = keepListDates(before, await labelsOf(LISTED, '09/01/2026'));
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.details.list_date).toBe('2026-09-01');
  });
});
