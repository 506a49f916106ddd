import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofScreenSanctions from './screen-sanctions.ts';

const recorded = new WatchedResults();
const { screenSanctions } = recorded.watch(ofScreenSanctions);

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ACCOUNT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function listed(more: Partial<StoredLabel> = {}): StoredLabel {
  const details = {
    entity: 'Sample Entity',
    programme: 'CYBER2',
    uid: '12345',
    list_date: '2022-04-05',
    listed_how: 'on',
  };
  return {
    id: 'one',
    network: 'btc',
    address: ADDRESS,
    label: 'X',
    category: 'sanctioned',
    actor: undefined,
    confidence: 'authority_data',
    scope: 'address',
    role: undefined,
    source: 'https://list.example',
    asOf: '2026-01-02',
    details,
    pack: 'ofac-sdn',
    licence: 'CC0-1.0',
    visibility: 'public',
    ...more,
  };
}

/** A reader of these labels; of packs it knows those that are named. */
function readerOf(labels: readonly StoredLabel[], packs: readonly string[] = ['other', 'ofac-sdn']): LabelReader {
  const own = (network: string, address: string) =>
    labels.filter((label) => label.network === network && label.address === address);
  return {
    packs: () => packs.map((id) => ({ id, asOf: id === 'ofac-sdn' ? '2026-08-20' : undefined })),
    has: (network: string, address: string) => own(network, address).length > 0,
    labelsOf: own,
  } as unknown as LabelReader;
}

describe('screening for sanctions', () => {
  test('says who is listed, since when, and where the entry is', () => {
    expect(screenSanctions(readerOf([listed()]), ` ${ADDRESS}\n`)).toEqual([
      {
        category: 'sanctions',
        name: 'SANCTIONS: OFAC SDN SAMPLE ENTITY 2022-04-05',
        description: `The address ${ADDRESS}: On the OFAC SDN list (copy of 20 Aug 2026): Sample Entity, programme CYBER2, listed on 5 Apr 2022. Entry: 12345. Source: https://list.example`,
        url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=12345',
      },
    ]);
  });

  test('says other names, and leads to the search where the number of the entry is missing or none', () => {
    const search = 'https://sanctionssearch.ofac.treas.gov/';
    const details = { entity: 'Sample Entity', akas: 'First; Second' };
    const [entry] = screenSanctions(readerOf([listed({ details })]), ADDRESS);
    expect(entry?.url).toBe(search);
    expect(entry?.name).toBe('SANCTIONS: OFAC SDN SAMPLE ENTITY');
    expect(entry?.description).toContain('Also known as: First; Second. Source:');
    expect(entry?.description).not.toContain('Entry:');
    for (const uid of ['12a', '1234567890', '../x'])
      expect(screenSanctions(readerOf([listed({ details: { uid } })]), ADDRESS)[0]?.url).toBe(search);
  });

  test('names each entry once, and only entries of the list in force', () => {
    const labels = [
      listed(),
      listed(),
      listed({ id: 'two' }),
      listed({ id: 'crime', category: 'ransomware' }),
      listed({ id: 'claim', pack: 'other' }),
      listed({ id: 'former', pack: 'ofac-sdn-historic', category: 'sanctioned_historic' }),
    ];
    expect(screenSanctions(readerOf(labels), ADDRESS)).toHaveLength(2);
    expect(screenSanctions(readerOf([]), ADDRESS)).toEqual([]);
  });

  test('finds an account by a listing on another network of the Ethereum family', () => {
    const elsewhere = listed({ network: 'bsc', address: ACCOUNT });
    expect(screenSanctions(readerOf([elsewhere]), ACCOUNT.toLowerCase())).toHaveLength(1);
  });

  test('says nothing about any address without a list, and nothing of what is no address', () => {
    expect(() => screenSanctions(readerOf([listed()], ['other']), ADDRESS)).toThrow(
      'No sanctions list is in force here',
    );
    expect(() => screenSanctions(readerOf([listed()]), 'nothing')).toThrow(
      'This is no address of a network known here',
    );
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/screen-sanctions.txt');
});
