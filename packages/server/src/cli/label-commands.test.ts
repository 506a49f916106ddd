import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLabelStore } from '@trailmark/store/labels/open-label-store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../outbound/https-transport.ts';
import { runLabelCommand } from './label-commands.ts';
import type { LabelOptions } from './label-options.ts';
import { parseCommand } from './parse-command.ts';

const BOB = '1Bu6YxH64nfvhdDsYNEP8PftoBMqgusdPS';
const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SDN_URL = 'https://www.treasury.gov/ofac/downloads/sanctions/1.0/sdn_advanced.xml';

let dataDir: string;
let said: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'labels-'));
  said = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function run(words: readonly string[], transport?: Transport): Promise<boolean> {
  said = [];
  const options = parseCommand(['labels', ...words]).options as LabelOptions;
  const now = () => new Date('2026-11-21T10:00:00Z');
  const say = (line: string) => void said.push(line);
  return runLabelCommand(options, { dataDir, bundledDirectory: undefined, say, now, transport });
}

const open = () => openLabelStore({ directory: join(dataDir, 'labels'), bundledDirectory: undefined });

function save(name: string, text: string): string {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  return path;
}

function versionOf(pack: string): string {
  const line = said.find((text) => text.startsWith(`To bring it into force: trailmark labels activate ${pack} `));
  return line?.split(' ').at(-1) ?? '';
}

/** OFAC's list of a day, in the shape it is published in, with these Bitcoin addresses of entity 7. */
function publishedList(day: number, addresses: readonly string[]): Transport {
  const features = addresses.map(
    (address) =>
      `<Feature ID="1" FeatureTypeID="344"><FeatureVersion ID="2"><VersionDetail>${address}</VersionDetail></FeatureVersion></Feature>`,
  );
  const text = `<Sanctions><DateOfIssue><Year>2026</Year><Month>8</Month><Day>${day}</Day></DateOfIssue>
    <FeatureType ID="344">Digital Currency Address - XBT</FeatureType>
    <DistinctParty FixedRef="7"><Profile ID="70"><Alias Primary="true"><DocumentedName><NamePartValue>SAMPLE</NamePartValue></DocumentedName></Alias>${features.join('')}</Profile></DistinctParty>
    <SanctionsEntry ProfileID="70"><SanctionsMeasure SanctionsTypeID="1"><Comment>CYBER2</Comment></SanctionsMeasure></SanctionsEntry></Sanctions>`;
  return async () => ({ status: 200, location: undefined, body: Buffer.from(text) });
}

describe('a pack of a file', () => {
  test('is taken in, previewed, brought into force and back out', async () => {
    const file = save('own.csv', `Wallet;Name\n${BOB};Acme\n${BOB.slice(0, -1)}T;Typo\n`);
    const words = [
      'import',
      'csv',
      file,
      '--pack',
      'own',
      '--map',
      'address=Wallet,label=Name',
      '--default',
      'category=exchange',
    ];
    expect(await run(words)).toBe(true);
    expect(said.join('\n')).toMatch(/1 label on 1 address, 1 rows? refused/);
    expect(said.join('\n')).toMatch(/Added 1:\n {2}btc 1Bu6YxH64nfvhdDsYNEP8PftoBMqgusdPS {2}exchange: Acme/);
    expect(said.join('\n')).toMatch(/refused, line 3: .*checksum/);
    const version = versionOf('own');
    expect((await open()).reader().labelCount).toBe(0);
    expect(await run(['activate', 'own', version])).toBe(true);
    const [label] = (await open()).reader().labelsOf('btc', BOB);
    expect(label).toMatchObject({ label: 'Acme', category: 'exchange', visibility: 'internal', pack: 'own' });
    await run([]);
    expect(said).toContainEqual(expect.stringContaining(`  * ${version}`));
    expect(await run(['preview', 'own', version])).toBe(false);
    expect(said).toContain('The same: 1.');
    expect(await run(['deactivate', 'own'])).toBe(true);
    expect((await open()).reader().labelCount).toBe(0);
  });

  test('has words of its own that hide and reorder nothing, and a day of the calendar', async () => {
    const file = save('own.csv', `address,label\n${BOB},Acme\n`);
    const words = ['--title', 'Own\u202e\u001b[31m notes', '--publisher', ' \u200b ', '--licence', 'x'.repeat(300)];
    await run(['import', 'csv', file, '--pack', 'own', ...words]);
    const [pack] = (await open()).list();
    expect(pack).toMatchObject({ title: 'Own[31m notes', publisher: 'This installation' });
    expect(pack?.licence).toHaveLength(200);
    expect(() => parseCommand(['labels', 'import', 'csv', file, '--as-of', '2026-02-30'])).toThrow(
      '--as-of takes a day',
    );
    await expect(run(['import', 'csv', file, '--pack', '../own'])).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('cannot say what the list of OFAC says', async () => {
    const file = save('own.csv', `address,label,category\n${BOB},Acme,sanctioned\n`);
    await expect(run(['import', 'csv', file, '--pack', 'ofac-sdn'])).rejects.toThrow(
      /this pack alone says "sanctioned"/,
    );
    await expect(run(['import', 'csv', file])).rejects.toThrow(/Name the pack with --pack/);
    await expect(run(['import', 'csv', join(dataDir, 'none.csv'), '--pack', 'own'])).rejects.toThrow(/cannot be read/);
    await run(['import', 'csv', file, '--pack', 'own']);
    expect(said.join('\n')).toContain('sanctioned_historic: Acme');
  });

  test.each([
    [['fly'], /Labels have no action "fly"/],
    [['import'], /Which importer/],
    [['import', 'csv'], /Which files/],
    [['import', 'csv', 'a', '--as-of', 'today'], /--as-of takes/],
    [['import', 'csv', 'a', '--map', 'address'], /--map takes pairs/],
    [['activate', 'own'], /Which version/],
    [['preview', 'own', 'v', 'x'], /"x" is one word too many/],
    [['refresh'], /Which source/],
    [['list', '--what'], /--what/],
  ])('refuses %j', (words, message) => {
    expect(() => parseCommand(['labels', ...words])).toThrow(message);
  });
});

describe('a refresh', () => {
  test('asks nobody until the source is allowed', async () => {
    let asked = 0;
    const transport: Transport = async (...args) => {
      asked += 1;
      return publishedList(5, [GENESIS])(...args);
    };
    await expect(run(['refresh', 'ofac-sdn'], transport)).rejects.toMatchObject({ kind: 'forbidden' });
    expect([asked, existsSync(join(dataDir, 'outbound.jsonl'))]).toEqual([0, false]);
    await run(['sources']);
    expect(said[0]).toContain('off');
    await run(['allow', 'ofac-sdn']);
    await run(['refresh', 'ofac-sdn'], transport);
    const [line] = readFileSync(join(dataDir, 'outbound.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ source: 'ofac-sdn', url: SDN_URL });
    await run(['deny', 'ofac-sdn']);
    await expect(run(['refresh', 'ofac-sdn'], transport)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(asked).toBe(1);
    await expect(run(['allow', 'anybody'])).rejects.toThrow(/no source "anybody"/);
  });

  test('turns what was taken off the list into a former listing with its dates', async () => {
    await run(['allow', 'ofac-sdn']);
    await run(['refresh', 'ofac-sdn'], publishedList(5, [BOB, GENESIS]));
    await run(['activate', 'ofac-sdn', versionOf('ofac-sdn')]);
    await run(['refresh', 'ofac-sdn'], publishedList(20, [GENESIS]));
    // Only what OFAC changed: the entry that stays is the same claim under the newer list.
    expect(said.join('\n')).toMatch(/Removed 1:[\s\S]*The same: 1\./);
    const [listed, historic] = [versionOf('ofac-sdn'), versionOf('ofac-sdn-historic')];
    const before = (await open()).reader();
    expect(before.labelsOf('btc', BOB)).toMatchObject([{ category: 'sanctioned' }]);
    await run(['activate', 'ofac-sdn', listed]);
    await run(['activate', 'ofac-sdn-historic', historic]);
    const after = (await open()).reader();
    expect(after.labelsOf('btc', BOB)).toMatchObject([
      {
        category: 'sanctioned_historic',
        pack: 'ofac-sdn-historic',
        details: { listed_from: '2026-08-05', listed_to: '2026-08-20', entity: 'SAMPLE' },
      },
    ]);
    expect(after.labelsOf('btc', GENESIS)).toMatchObject([
      { category: 'sanctioned', details: { list_date: '2026-08-05', programme: 'CYBER2' } },
    ]);
  });

  test('that brings another file changes nothing', async () => {
    await run(['allow', 'ofac-sdn']);
    const page: Transport = async () => ({
      status: 200,
      location: undefined,
      body: Buffer.from('<html><p>Sorry</p></html>'),
    });
    await expect(run(['refresh', 'ofac-sdn'], page)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await open()).list()).toEqual([]);
  });
});

test('a list in two files is taken in too, with an address of another network', async () => {
  const entry = { entity: 'SAMPLE', program: 'CYBER2', uid: '7', akas: [] };
  const json = {
    metadata: { sdnListDate: '08/20/2026' },
    addresses: { [ETH.toLowerCase()]: { type: 'Digital Currency Address - USDT', entries: [entry] } },
  };
  const files = [save('list.txt', `# Last Updated\n\n${ETH}\n`), save('list.json', JSON.stringify(json))];
  await run(['import', 'ofac-sdn', ...files]);
  expect(said.join('\n')).toContain(`eth ${ETH}  sanctioned: SAMPLE`);
  expect(said.join('\n')).toContain('as of 2026-08-20');
});
