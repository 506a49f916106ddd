import { describe, expect, test } from 'vitest';
import { euConsolidated } from './eu-consolidated.ts';
import { frFreezes } from './fr-freezes.ts';
import { collectLabels, type LabelImporter } from './importer.ts';
import { ransomwhere } from './ransomwhere.ts';
import { invented } from './testing/invented-addresses.ts';
import { ukSanctions } from './uk-sanctions.ts';
import { unConsolidated } from './un-consolidated.ts';

// Invented entries in the published formats: the lists themselves were not available.
const BTC = invented.btc(1);
const ETH = invented.eth(2);
const TRX = invented.trx(3);
const read = (importer: LabelImporter, text: string) => collectLabels(importer, [{ name: 'list', text }]);
const brief = async (importer: LabelImporter, text: string) =>
  (await read(importer, text)).labels.map(({ network, address, label, details }) => [
    ...[network, address, label, details.programme, details.uid, details.entry_listed_on],
  ]);

const EU = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-19T05:40:00.000+01:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.2" logicalId="13">
    <remark>Wallets: ${BTC}; ${ETH.toLowerCase()}.</remark>
    <regulation regulationType="amendment" publicationDate="2025-02-01" entryIntoForceDate="2025-02-02" numberTitle="2025/1 (OJ L1)" programme="CYB" logicalId="2"/>
    <regulation regulationType="regulation" publicationDate="2024-06-03" programme="CYB" logicalId="1"><publicationUrl>https://eur-lex.example/1</publicationUrl></regulation>
    <nameAlias wholeName="Fogline &amp; Co" strong="true"/><nameAlias wholeName="Fog"/>
    <identification number="${TRX}" identificationTypeCode="other"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="EU.3" logicalId="14"><nameAlias wholeName="Nobody"/></sanctionEntity>
</export>`;
const UK = `<?xml version="1.0"?><Designations><DateGenerated>19/11/2026</DateGenerated><Designation>
  <UniqueID>CYB0001</UniqueID><Names><Name><Name1>Ash</Name1><Name6>MERE</Name6><NameType>Primary Name</NameType></Name>
  <Name><Name6>ASHMERE</Name6><NameType>Alias</NameType></Name></Names><RegimeName>Cyber</RegimeName>
  <DateDesignated>03/06/2024</DateDesignated><OtherInformation>Bitcoin address ${BTC}</OtherInformation></Designation></Designations>`;
const UN = `<CONSOLIDATED_LIST dateGenerated="2026-11-18T04:00:00Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>A</FIRST_NAME>
  <SECOND_NAME>B</SECOND_NAME><UN_LIST_TYPE>DPRK</UN_LIST_TYPE><REFERENCE_NUMBER>KPi.001</REFERENCE_NUMBER><LISTED_ON>2016-03-02</LISTED_ON>
  <COMMENTS1>Uses ${ETH}.</COMMENTS1></INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><FIRST_NAME>C</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
const FR = JSON.stringify({
  Publications: {
    DatePublication: '2026-11-17T00:00:00',
    PublicationDetail: [
      {
        IdRegistre: 9,
        Nature: 'Personne morale',
        Nom: 'QUAI',
        RegistreDetail: [
          { TypeChamp: 'FONDEMENT_JURIDIQUE', Valeur: [{ FondementJuridique: 'UE 2024/1' }] },
          { TypeChamp: 'MOTIFS', Valeur: [{ Motifs: `Adresse ${BTC}` }] },
        ],
      },
    ],
  },
});
const RANSOM = JSON.stringify({
  result: [
    {
      address: BTC,
      blockchain: 'bitcoin',
      family: 'Locker',
      createdAt: '2024-01-02T00:00:00.000Z',
      updatedAt: '2024-02-02T00:00:00.000Z',
    },
    { address: 'nothing', blockchain: 'bitcoin', family: 'Locker' },
  ],
});

describe('a list of sanctions', () => {
  test('of the EU names its entity, programmes and first publication, wherever the address is written', async () => {
    const head = ['Fogline & Co', 'CYB', 'EU.1.2', '2024-06-03'];
    expect(await brief(euConsolidated, EU)).toEqual([
      ['btc', BTC, ...head],
      ['eth', ETH, ...head],
      ['trx', TRX, ...head],
    ]);
    expect((await read(euConsolidated, EU)).labels[0]).toMatchObject({
      ...{
        category: 'sanctioned',
        asOf: '2026-11-19',
        source: 'https://eur-lex.example/1',
        confidence: 'authority_data',
      },
    });
    expect(euConsolidated.dateOf?.([{ name: 'x', text: EU }])).toBe('2026-11-19');
  });

  test('of the UK, the UN and France is read from its own fields', async () => {
    expect(await brief(ukSanctions, UK)).toEqual([['btc', BTC, 'Ash MERE', 'Cyber', 'CYB0001', '2024-06-03']]);
    expect(await brief(unConsolidated, UN)).toEqual([['eth', ETH, 'A B', 'DPRK', 'KPi.001', '2016-03-02']]);
    expect(await brief(frFreezes, FR)).toEqual([['btc', BTC, 'QUAI', 'UE 2024/1', '9', undefined]]);
    expect([
      ukSanctions.dateOf?.([{ name: 'x', text: UK }]),
      unConsolidated.dateOf?.([{ name: 'x', text: UN }]),
    ]).toEqual(['2026-11-19', '2026-11-18']);
  });

  test.each([euConsolidated, ukSanctions, unConsolidated, frFreezes, ransomwhere])(
    '$id refuses another file, a document that breaks off and one that defines entities',
    async (importer) => {
      for (const text of ['', '{}', '<a/>', EU.slice(0, 700), `<!DOCTYPE x [<!ENTITY a "b">]>${UN}`]) {
        await expect(read(importer, text), text.slice(0, 30)).rejects.toMatchObject({ kind: 'invalid' });
      }
    },
  );

  test('without an entry is refused, and an entry whose word has a wrong checksum gives no address', async () => {
    await expect(read(euConsolidated, '<export generationDate="2026-11-19"/>')).rejects.toThrow('no entry');
    const wrong = EU.replace(BTC, `${BTC.slice(0, -1)}${BTC.endsWith('z') ? 'y' : 'z'}`);
    expect((await brief(euConsolidated, wrong)).map(([network]) => network)).toEqual(['eth', 'trx']);
  });
});

test('Ransomwhere gives claims of a family, and refuses a row that is no address', async () => {
  const { labels, refused } = await read(ransomwhere, RANSOM);
  expect(labels).toMatchObject([
    { network: 'btc', address: BTC, label: 'Locker', category: 'ransomware', asOf: '2024-02-02' },
  ]);
  expect(refused.map(({ line }) => line)).toEqual([2]);
});
