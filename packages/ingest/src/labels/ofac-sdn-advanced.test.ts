import { describe, expect, test } from 'vitest';
import { collectLabels } from './importer.ts';
import { ofacSdnAdvanced } from './ofac-sdn-advanced.ts';
import { readXml } from './xml-events.ts';

const BTC = '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function party(ref: string, name: string, features: string, aka = ''): string {
  const documented = (text: string) =>
    `<DocumentedName ID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215">${text}</NamePartValue></DocumentedNamePart></DocumentedName>`;
  const alias =
    aka === '' ? '' : `<Alias AliasTypeID="1400" Primary="false" LowQuality="false">${documented(aka)}</Alias>`;
  return `<DistinctParty FixedRef="${ref}"><Comment/><Profile ID="${ref}0" PartySubTypeID="4"><Identity ID="9" Primary="true">
    <Alias AliasTypeID="1403" Primary="true" LowQuality="false">${documented(name)}
      <DocumentedName ID="2"><DocumentedNamePart><NamePartValue ScriptID="220">ИМЯ</NamePartValue></DocumentedNamePart></DocumentedName>
    </Alias>${alias}</Identity>${features}</Profile></DistinctParty>`;
}

function feature(type: number, text: string): string {
  return `<Feature ID="5" FeatureTypeID="${type}"><FeatureVersion ID="6" ReliabilityID="1"><Comment/><VersionDetail DetailTypeID="1432">${text}</VersionDetail></FeatureVersion><IdentityReference IdentityID="9"/></Feature>`;
}

function list(parties: string, entries = ''): string {
  return `<?xml version="1.0" standalone="yes"?>
<Sanctions xmlns="https://example.org/ENHANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>8</Month><Day>5</Day></DateOfIssue>
  <ReferenceValueSets><FeatureTypeValues>
    <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
    <FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType>
    <FeatureType ID="345" FeatureTypeGroupID="1">Digital Currency Address - USDT</FeatureType>
  </FeatureTypeValues></ReferenceValueSets>
  <!-- Parties <and> entries -->
  <DistinctParties>${parties}</DistinctParties>
  <SanctionsEntries>${entries}</SanctionsEntries>
</Sanctions>`;
}

const ENTRY = `<SanctionsEntry ID="70" ProfileID="70" ListID="1550"><EntryEvent ID="1"><Comment/><Date CalendarTypeID="1"><Year>2021</Year><Month>4</Month><Day>15</Day></Date></EntryEvent>
  <SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>CYBER2</Comment></SanctionsMeasure>
  <SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>RUSSIA-EO14024</Comment></SanctionsMeasure>
  <SanctionsMeasure ID="3" SanctionsTypeID="2"><Comment>Block</Comment></SanctionsMeasure></SanctionsEntry>`;

const parse = (text: string) => collectLabels(ofacSdnAdvanced, [{ name: 'sdn_advanced.xml', text }]);

describe('the list as OFAC publishes it', () => {
  test('gives each address its entity, programmes, number, other names and list date', async () => {
    const features = feature(344, BTC) + feature(345, ETH) + feature(8, '1 Jan 1970');
    const people = party('7', 'SAMPLE &amp; CO', features, 'SAMPLECO') + party('8', 'NO COINS', feature(8, '1970'));
    const { labels, refused } = await parse(list(people, ENTRY));
    expect(refused).toEqual([]);
    expect(labels.map(({ network, address }) => [network, address])).toEqual([
      ['btc', BTC],
      ['eth', ETH],
    ]);
    expect(labels[0]).toMatchObject({
      label: 'SAMPLE & CO',
      category: 'sanctioned',
      confidence: 'authority_data',
      asOf: '2026-08-05',
      details: {
        entity: 'SAMPLE & CO',
        programme: 'CYBER2, RUSSIA-EO14024',
        uid: '7',
        akas: 'SAMPLECO',
        list_date: '2026-08-05',
        reported_as: 'XBT',
        entry_listed_on: '2021-04-15',
      },
    });
    expect(ofacSdnAdvanced.dateOf?.([{ name: 'x', text: list('') }])).toBe('2026-08-05');
  });

  test('counts and lists what is no address', async () => {
    const { labels, refused } = await parse(list(party('7', 'SAMPLE', feature(344, `${BTC.slice(0, -1)}s`))));
    expect(labels).toEqual([]);
    expect(refused).toHaveLength(1);
  });

  test('is refused where it names no address or no date: no sanction is lifted by a wrong file', async () => {
    await expect(parse(list(''))).rejects.toThrow(/names no digital currency address/);
    const undated = list(party('7', 'SAMPLE', feature(344, BTC))).replace(/<DateOfIssue[\s\S]*?<\/DateOfIssue>/, '');
    await expect(parse(undated)).rejects.toThrow(/no date of issue/);
  });

  test('that is cut off or malformed is refused with the line', async () => {
    const text = list(party('7', 'SAMPLE', feature(344, BTC)));
    await expect(parse(text.slice(0, text.indexOf('<SanctionsEntries>')))).rejects.toThrow(/malformed in line \d+/);
    await expect(parse(text.replace('</Identity>', '</Identify>'))).rejects.toThrow(/malformed in line/);
    await expect(parse(`<!DOCTYPE a [<!ENTITY b "c">]>\n${text}`)).rejects.toThrow(/malformed in line 1/);
  });
});

test('XML is walked with attributes, entities, CDATA and empty elements', () => {
  const events = [...readXml('<a x="1>2"><n:b/>&lt;&#65;&#x42;&unknown;<![CDATA[<c>]]></a>')];
  expect(events).toEqual([
    { kind: 'open', name: 'a', attributes: ' x="1>2"' },
    { kind: 'open', name: 'b', attributes: '' },
    { kind: 'close', name: 'b' },
    { kind: 'text', text: '<AB&unknown;' },
    { kind: 'text', text: '<c>' },
    { kind: 'close', name: 'a' },
  ]);
});
