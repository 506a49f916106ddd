import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AppError } from '@trailmark/core/errors';
import type { Actor, Label, LabelPackHead } from '@trailmark/core/label';
import { caseFlows } from '../packages/ingest/src/labels/case-flows.ts';
import { readContactRoutes } from '../packages/ingest/src/labels/contact-routes.ts';
import { defillamaCex } from '../packages/ingest/src/labels/defillama-cex.ts';
import { forta } from '../packages/ingest/src/labels/forta.ts';
import { attachContacts, readActorPack } from '../packages/ingest/src/labels/graphsense-actorpack.ts';
import { graphsenseTagpack, isSkippedPack } from '../packages/ingest/src/labels/graphsense-tagpack.ts';
import { collectLabels, type LabelImporter, type SourceFile } from '../packages/ingest/src/labels/importer.ts';
import { miningPools, readCoinbaseTags } from '../packages/ingest/src/labels/mining-pools.ts';
import { readListingDates, toFormerListings, withListingDates } from '../packages/ingest/src/labels/ofac-history.ts';
import { keepListDates, ofacSdn, toHistoric } from '../packages/ingest/src/labels/ofac-sdn.ts';
import { showingTheReceipts } from '../packages/ingest/src/labels/showing-the-receipts.ts';
import { spellbookCex } from '../packages/ingest/src/labels/spellbook-cex.ts';
import { tornadoCash } from '../packages/ingest/src/labels/tornado-cash.ts';
import { writeActorFile } from '../packages/store/src/labels/actor-file.ts';
import { decodeLabel } from '../packages/store/src/labels/pack-codec.ts';
import { type PackSink, readLabelPack, writeLabelPack } from '../packages/store/src/labels/pack-file.ts';

// Run by a maintainer: `npm exec -- node scripts/build-label-packs.ts SOURCE [--out data/labels]`, where SOURCE has one
// folder a source with its files and a PROVENANCE.txt. `--only ID` writes one pack and prints its part of PROVENANCE.txt. The same sources give the same bytes. contacts.csv is kept by hand.

interface PackPlan {
  readonly id: string;
  readonly importer: LabelImporter;
  /** Folders whose PROVENANCE.txt it comes from, and its files in them. */
  readonly folders: readonly string[];
  readonly files: readonly string[] | ((source: string) => readonly string[]);
  readonly title?: string;
}

const TAGPACKS = 'graphsense-tagpacks/packs';

/** Hundreds of thousands of addresses of three subjects: worth a pack of their own, not a place in every copy. */
const LARGE_PACKS = /^(?:exchange-wallets-bitmex_\d|sextortion_\w+|samourai)\.yaml$/;

function listTagpacks(source: string): readonly string[] {
  return readdirSync(join(source, TAGPACKS), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !LARGE_PACKS.test(basename(path)) && !isSkippedPack(basename(path)))
    .sort()
    .map((path) => join(TAGPACKS, path));
}

const PLANS: readonly PackPlan[] = [
  {
    id: 'case-flows',
    importer: caseFlows,
    folders: ['illicit-flows', 'nomad'],
    files: [
      ...['HB', 'LIFI', 'TxPhish'].flatMap((name) =>
        [name, 'source addresses'].map((file) => `illicit-flows/${name}/${file}.csv`),
      ),
      'nomad/README.md',
    ],
  },
  {
    id: 'defillama-cex',
    importer: defillamaCex,
    folders: ['defillama-adapters'],
    files: ['defillama-adapters/extracted_cex_owners.json', 'defillama-adapters/extracted_bitcoin_book.json'],
  },
  {
    id: 'forta-attacks',
    importer: forta,
    folders: ['forta-attacks'],
    files: ['forta-attacks/tp_list.csv', 'forta-attacks/manual_alert_list_v2.tsv'],
  },
  { id: 'graphsense-public', importer: graphsenseTagpack, folders: ['graphsense-tagpacks'], files: listTagpacks },
  {
    id: 'mining-pools',
    importer: miningPools,
    folders: ['mining-pools-mempool'],
    files: ['mining-pools-mempool/pools-v2.json'],
  },
  {
    id: 'ofac-sdn',
    importer: ofacSdn,
    folders: ['ofac-1020', 'ofac-thomasgregg'],
    files: [
      'ofac-1020/OFAC_Sanctioned_Wallet_Lists/1_Complete_Sanctioned_Wallet_List.txt',
      'ofac-thomasgregg/data/sanctioned-addresses.json',
    ],
  },
  {
    id: 'showing-the-receipts',
    importer: showingTheReceipts,
    folders: ['showing-the-receipts'],
    files: ['showing-the-receipts/addresses.csv'],
  },
  { id: 'spellbook-mit', importer: spellbookCex, folders: ['spellbook-mit'], files: ['spellbook-mit/addresses.csv'] },
  {
    id: 'tornado-cash',
    importer: tornadoCash,
    folders: ['tornado-networkconfig'],
    files: ['tornado-networkconfig/addresses.csv'],
  },
];

/** Of the packs made in addition to that of the list. */
const HISTORY_PROVENANCE = `ofac-sdn-historic.jsonl.gz (OFAC SDN list: addresses no longer listed, as of 2026-08-20, importer ofac-sdn@1)
  from ofac-history.csv: what is on no current copy, with its entity and the days between which it was listed
  90 labels of 90 addresses; 3 further addresses have no entity in any copy

ofac-history.csv (days of listing of 1,054 addresses, written by scripts/build-ofac-history.ts)
  954 with the day; 98 between the day of their entity and that of the first copy; 2 by the day of the first copy
  repository: https://github.com/0xB10C/ofac-sanctioned-digital-currency-addresses, branch lists, 2022-09-03 to 2024-09-27
  commit:     f2aee2265956bf28ce71824c2c2c8cab02c2e173
  licence:    MIT, Copyright (c) 2021 0xB10C
  repository: https://github.com/1020-1795/OFAC_SDN_Wallet_List, its history from 2024-09-25
  repository: https://github.com/thomasgregg/crypto-sanctions-list, its history from 2024-12-28
  commits and licences of these two as above
  repository: https://github.com/jackdwyer/specially-designated-nationals-list, OFAC's own sdn.csv every six hours, 2021-08-18 to 2024-05-03
  commit:     bbf4929748ba8238473446bbd7340a57be587ad5
  licence:    none stated in repo; underlying OFAC SDN list is a US Government work (public domain, 17 USC 105)
  repository: https://github.com/graphsense/graphsense-tagpacks, packs of single actions of OFAC and packs/ofac.yaml with its history
  commit:     29ff93c8ab0db37370453a290b7becba429b73f8
  licence:    MIT, Copyright (c) 2022 Iknaio Cryptoasset Analytics GmbH, (c) 2018-2022 AIT Austrian Institute of Technology
  Compared: of 109 addresses that two of these follow day by day, both give the same day for all.
`;

/** An organisation with a contact route that the directory lacks. */
const FURTHER_ACTORS: readonly Actor[] = [
  {
    id: 'cryptobot',
    label: 'Crypto Bot',
    legalName: undefined,
    aliases: ['CryptoBot', 'Send'],
    uri: 'https://help.send.tg',
    jurisdictions: [],
    categories: ['hosted_wallet'],
    contacts: [],
    source: 'https://help.send.tg',
    licence: 'Apache-2.0',
  },
];

function readFile(source: string, path: string): SourceFile {
  return { name: basename(path), text: readFileSync(join(source, path), 'utf8') };
}

interface Provenance {
  readonly repo: string;
  readonly commit: string;
  readonly day: string;
  readonly licence: string;
}

function readProvenance(source: string, folder: string): Provenance {
  const text = readFileSync(join(source, folder, 'PROVENANCE.txt'), 'utf8');
  const field = (...names: readonly string[]): string =>
    names.map((name) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim()).find(Boolean) ?? '';
  // Some files name the day of the commit behind it, on one line.
  const [commit = '', sameLine = ''] = field('commit').split(' ');
  const day = (field('commit_date') || sameLine).slice(0, 10);
  const repo = field('repo', 'repository');
  if (repo === '' || day === '') throw new AppError('invalid', `${folder}/PROVENANCE.txt names no commit.`);
  return { repo, commit, day, licence: field('licence', 'license') };
}

function toHead(plan: PackPlan, files: readonly SourceFile[], day: string): LabelPackHead {
  const { pack } = plan.importer;
  if (!pack) throw new AppError('invalid', `${plan.importer.id} has no head for a bundled pack.`);
  return { ...pack, id: plan.id, asOf: plan.importer.dateOf?.(files) ?? day, importer: plan.importer.name };
}

function describeSources(origins: readonly Provenance[]): readonly string[] {
  return origins.flatMap(({ repo, commit, licence }) => [
    `  repository: ${repo}`,
    `  commit:     ${commit}`,
    `  licence:    ${licence}`,
  ]);
}

async function readPack(path: string): Promise<Label[]> {
  if (!existsSync(path)) return [];
  const labels: Label[] = [];
  await readLabelPack(path, (lines) => labels.push(...lines.map(decodeLabel)));
  return labels;
}

/** What was on the list of the pack built before and no longer does goes into a pack of its own. */
async function compareWithPrevious(path: string, head: LabelPackHead, files: readonly SourceFile[]) {
  const previous = await readPack(path);
  const historicPath = path.replace('ofac-sdn', 'ofac-sdn-historic');
  const known = await readPack(historicPath);
  const { labels, refused } = await collectLabels(ofacSdn, files);
  const dates = readListingDates(readFile(dirname(path), 'ofac-history.csv').text);
  const former = toFormerListings(dates, labels);
  const historic = toHistoric(previous, labels, head.asOf, former.length > 0 ? former : known);
  if (historic.length > 0) {
    const title = 'OFAC SDN list: addresses no longer listed';
    await writeLabelPack(historicPath, { ...head, id: 'ofac-sdn-historic', title }, (sink) => {
      for (const label of historic) sink.add(label);
    });
    console.log(`ofac-sdn-historic: ${historic.length} labels`);
  }
  const dated = withListingDates(keepListDates(previous, labels), dates);
  return (sink: PackSink): void => {
    for (const label of dated) sink.add(label);
    for (const row of refused) sink.refuse(row);
  };
}

async function buildPack(
  plan: PackPlan,
  source: string,
  out: string,
  knownActors: ReadonlySet<string>,
): Promise<string> {
  const paths = typeof plan.files === 'function' ? plan.files(source) : plan.files;
  const files = paths.map((path) => readFile(source, path));
  const origins = plan.folders.map((folder) => readProvenance(source, folder));
  const head = toHead(plan, files, origins[0]?.day ?? '');
  const path = join(out, `${plan.id}.jsonl.gz`);
  const produce =
    plan.id === 'ofac-sdn'
      ? await compareWithPrevious(path, head, files)
      : (sink: PackSink) => plan.importer.run(files, sink, { knownActors });
  const summary = await writeLabelPack(path, head, produce);
  const { foot } = await readLabelPack(path, undefined, summary.version);
  const refusals = Object.entries(foot.refused).map(([reason, count]) => `    ${count}  ${reason}`);
  console.log(`${plan.id}: ${summary.labelCount} labels, ${statSync(path).size} bytes, version ${summary.version}`);
  return [
    `${plan.id}.jsonl.gz (${head.title}, as of ${head.asOf}, importer ${head.importer})`,
    ...describeSources(origins),
    `  ${summary.labelCount} labels of ${summary.addressCount} addresses; ${summary.refusedCount} rows refused:`,
    ...refusals,
    '',
    ...(plan.id === 'ofac-sdn' ? [HISTORY_PROVENANCE] : []),
  ].join('\n');
}

async function buildActors(source: string, out: string, pack: readonly Actor[]): Promise<string> {
  const contacts = readContactRoutes(readFile(out, 'contacts.csv'));
  const { actors, unplaced } = attachContacts([...pack, ...FURTHER_ACTORS], contacts);
  if (unplaced.length > 0) throw new AppError('invalid', `contacts.csv names unknown actors: ${unplaced.join(', ')}.`);
  const origin = readProvenance(source, 'graphsense-tagpacks');
  const title = 'Directory of organisations: GraphSense actors, contact routes for law enforcement';
  const path = join(out, 'actors.jsonl.gz');
  await writeActorFile(path, { title, licence: 'MIT', asOf: origin.day }, actors);
  console.log(`actors: ${actors.length}, ${statSync(path).size} bytes`);
  const lines = [`actors.jsonl.gz (${actors.length} actors, ${contacts.size} with contact routes)`];
  lines.push(...describeSources([origin]), '  contact routes: contacts.csv, noted by hand from the pages it names', '');
  return lines.join('\n');
}

function buildCoinbaseTags(source: string, out: string): string {
  const tags = readCoinbaseTags(readFile(source, 'mining-pools-mempool/pools-v2.json'));
  const origin = readProvenance(source, 'mining-pools-mempool');
  const head = { format: 'trailmark-coinbase-tags-1', source: origin.repo, licence: origin.licence, asOf: origin.day };
  const rows = tags.map((tag) => `    ${JSON.stringify(tag)}`).join(',\n');
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tags": [\n${rows}\n  ]\n}\n`;
  writeFileSync(join(out, 'coinbase-tags.json'), text);
  return [`coinbase-tags.json (${tags.length} tags)`, ...describeSources([origin]), ''].join('\n');
}

const PREAMBLE = `Label packs, the directory of actors and coinbase tags, written by scripts/build-label-packs.ts.

Every address passed the checksum of its network (where the network has one) and is in its canonical spelling. Texts are
cut to 200 characters (labels) and 500 (sources, details) and freed of invisible characters. Words of the sources for
categories were mapped as docs/methods/labels.md says. Rows refused are listed in each pack's last line, and counted here.
contacts.csv is kept by hand; a route counts as verified only with a day of verification on the operator's own domain.
`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, only: { type: 'string' } },
  });
  const source = positionals[0];
  const out = resolve(values.out ?? join(dirname(fileURLToPath(import.meta.url)), '../data/labels'));
  if (source === undefined || !existsSync(source)) {
    throw new AppError(
      'invalid',
      'Name the folder of the sources: node scripts/build-label-packs.ts SOURCE [--out data/labels]',
    );
  }
  mkdirSync(out, { recursive: true });
  const { actors } = readActorPack(readFile(source, 'graphsense-tagpacks/actors/graphsense.actorpack.yaml'));
  const known = new Set(actors.map(({ id }) => id));
  const [only] = PLANS.filter(({ id }) => id === values.only);
  if (only) {
    console.log(await buildPack(only, source, out, known));
    return;
  }
  const parts: string[] = [PREAMBLE];
  for (const plan of PLANS) parts.push(await buildPack(plan, source, out, known));
  parts.push(await buildActors(source, out, actors), buildCoinbaseTags(source, out));
  writeFileSync(join(out, 'PROVENANCE.txt'), parts.join('\n'));
}

await main();
