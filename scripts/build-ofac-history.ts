import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '@trailmark/core/errors';
import { type DatedCopy, type Listing, toListings } from './label-data/ofac-listings.ts';

// Run by a maintainer: `npm exec -- node scripts/build-ofac-history.ts FOLDER`, where FOLDER has the repositories
// 0xB10C/ofac-sanctioned-digital-currency-addresses (branch lists), 1020-1795/OFAC_SDN_Wallet_List,
// thomasgregg/crypto-sanctions-list, jackdwyer/specially-designated-nationals-list and graphsense/graphsense-tagpacks with their
// history, as `0xB10C`, `1020-1795`, `thomasgregg`, `jackdwyer` and `graphsense`. Each commit is a copy of OFAC's list.
// Writes data/labels/ofac-history.csv; the same histories give the same bytes.

const TARGET = resolve(dirname(fileURLToPath(import.meta.url)), '../data/labels/ofac-history.csv');
const DAY_MS = 86_400_000;
/** The first commit of 0xB10C's list holds what was listed before it. */
const SQUASHED = '2022-09-03';

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });
}

interface Commit {
  readonly id: string;
  readonly at: Date;
}

function listCommits(folder: string, branch: string, path: string): Commit[] {
  const lines = git(folder, 'log', '--reverse', '--diff-filter=AM', '--format=%H %cI', branch, '--', path)
    .trim()
    .split('\n');
  return lines.map((line) => ({ id: line.slice(0, 40), at: new Date(line.slice(41)) }));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function dayBefore(at: Date): string {
  return dayOf(new Date(at.getTime() - DAY_MS));
}

/** Text files of one address a line, by currency; written shortly after midnight UTC, so what is new was listed the day before. */
function readCurrencyFiles(folder: string): DatedCopy[] {
  return listCommits(folder, 'lists', '.').flatMap(({ id, at }, index) => {
    const names = git(folder, 'ls-tree', '--name-only', id).split('\n');
    const files = names.filter((name) => /^sanctioned_addresses_\w+\.txt$/.test(name));
    if (files.length === 0) return [];
    const addresses = files.flatMap((name) =>
      git(folder, 'show', `${id}:${name}`)
        .split('\n')
        .map((line) => line.trim()),
    );
    // Written by hand, when a currency was added: what is new in it may have been listed at any time before, and on that day.
    const isNightly = at.getUTCHours() === 0 && index > 1;
    const day = index <= 1 ? SQUASHED : isNightly ? dayBefore(at) : dayOf(at);
    return [
      { day, isExact: isNightly, addresses: new Set(addresses.filter(Boolean)), isPartial: true, entities: new Map() },
    ];
  });
}

/** One text file of all addresses, written at 04:00 UTC of every day. */
function readDailyList(folder: string): DatedCopy[] {
  const path = 'OFAC_Sanctioned_Wallet_Lists/1_Complete_Sanctioned_Wallet_List.txt';
  return listCommits(folder, 'HEAD', path).map(({ id, at }, index) => {
    const lines = git(folder, 'show', `${id}:${path}`)
      .split('\n')
      .map((line) => line.trim());
    const addresses = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
    return { day: dayBefore(at), isExact: index > 0, addresses, isPartial: false, entities: new Map() };
  });
}

interface EntityJson {
  readonly metadata?: { readonly sdnListDate?: string };
  readonly addresses?: Readonly<
    Record<string, { readonly entries?: readonly { entity?: string; program?: string; uid?: string }[] }>
  >;
}

/** Entities by lower-cased address, with OFAC's own day of publication. */
function readEntityFiles(folder: string): DatedCopy[] {
  const path = 'data/sanctioned-addresses.json';
  return listCommits(folder, 'HEAD', path).flatMap(({ id, at }, index) => {
    const text = git(folder, 'show', `${id}:${path}`);
    // A copy that failed is an empty file.
    if (text.trim() === '') return [];
    const json = JSON.parse(text) as EntityJson;
    const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(json.metadata?.sdnListDate ?? '') ?? [];
    const entities = new Map<string, Listing['entity']>();
    for (const [address, { entries = [] }] of Object.entries(json.addresses ?? {})) {
      const { entity = '', program = '', uid = '' } = entries[0] ?? {};
      entities.set(address.toLowerCase(), { name: entity, programme: program, uid });
    }
    const issued = year === undefined ? dayBefore(at) : `${year}-${month}-${day}`;
    return entities.size === 0
      ? []
      : [{ day: issued, isExact: index > 0, addresses: new Set(entities.keys()), isPartial: false, entities }];
  });
}

const MORNING = 12;
/** Characters of a line from which its remarks may be cut. */
const CUT = 1_000;
/** A file that did not arrive whole. */
const SHORT = 1_000_000;

interface SdnCopies {
  readonly copies: readonly DatedCopy[];
  /** The day of the first copy that has an entity, by OFAC's number; those of the oldest copy left out. */
  readonly entityDays: ReadonlyMap<string, string>;
}

const ADDRESS = /Digital Currency Address - \w+ ([A-Za-z0-9:]{20,})[;.]/g;

interface SdnLine {
  readonly length: number;
  readonly addresses: readonly string[];
}

/** The lines of a copy of sdn.csv by OFAC's number. An address that is not followed by a mark may be cut, and is left out. */
function readSdnLines(text: string): Map<string, SdnLine> {
  const lines = text.split('\n').map((line): [string, SdnLine] => {
    const addresses = [...line.matchAll(ADDRESS)].map(([, address = '']) => address);
    return [/^\d+/.exec(line)?.[0] ?? '', { length: line.length, addresses }];
  });
  return new Map(lines);
}

/**
 * OFAC's own sdn.csv, looked at every six hours from August 2021 on and kept where it had changed. Remarks are cut after a thousand
 * characters: of a long list of addresses the first ones show, and what was cut before may show later without being new.
 */
function readSdnCopies(folder: string): SdnCopies {
  const entityDays = new Map<string, string>();
  const copies: DatedCopy[] = [];
  let before: ReadonlyMap<string, SdnLine> | undefined;
  for (const { id, at } of listCommits(folder, 'HEAD', 'sdn.csv')) {
    const text = git(folder, 'show', `${id}:sdn.csv`);
    if (text.length < SHORT) continue;
    const now = readSdnLines(text);
    // OFAC publishes by day, in Washington: what is there in the early morning of UTC is of the day before.
    const day = at.getUTCHours() < MORNING ? dayBefore(at) : dayOf(at);
    const previous = before;
    for (const uid of now.keys()) {
      if (previous && !previous.has(uid) && !entityDays.has(uid)) entityDays.set(uid, day);
    }
    const isFollowed = (uid: string): boolean => previous !== undefined && (previous.get(uid)?.length ?? 0) < CUT;
    const pick = (exact: boolean): ReadonlySet<string> =>
      new Set([...now].flatMap(([uid, { addresses }]) => (isFollowed(uid) === exact ? addresses : [])));
    const shared = { isPartial: true, entities: new Map() };
    copies.push({ ...shared, day, isExact: true, addresses: pick(true) });
    copies.push({ ...shared, day: dayOf(at), isExact: false, addresses: pick(false) });
    before = now;
  }
  return { copies, entityDays };
}

/** Files of GraphSense that state the one action of OFAC which all their addresses are from. */
const ACTION_PACKS = [
  ['packs/lazarus.yaml', '2020-03-02'],
  ['packs/hydra.yaml', '2022-04-05'],
  ['packs/blender_io.yaml', '2022-05-06'],
  ['packs/tornado_cash.yaml', '2022-08-08'],
] as const;
/** The list as scraped by hand, first in January 2022. */
const SCRAPED_PACK = 'packs/ofac.yaml';

/** Gives days to addresses that another copy has as well: those that a file cuts short are no addresses. */
function readTagPacks(folder: string, known: ReadonlySet<string>): DatedCopy[] {
  const read = (id: string, path: string): Set<string> => {
    const found = git(folder, 'show', `${id}:${path}`).matchAll(/address: ['"]?(\w+)/g);
    return new Set([...found].flatMap(([, address = '']) => (known.has(address.toLowerCase()) ? [address] : [])));
  };
  const shared = { isPartial: true, entities: new Map() };
  const actions = ACTION_PACKS.map(([path, day]) => ({ ...shared, day, isExact: true, addresses: read('HEAD', path) }));
  const scraped = listCommits(folder, 'HEAD', SCRAPED_PACK).map(({ id, at }) => ({
    ...shared,
    ...{ day: dayOf(at), isExact: false, addresses: read(id, SCRAPED_PACK) },
  }));
  return [...actions, ...scraped];
}

/**
 * Actions of OFAC before the first copy of sdn.csv (ofac.treasury.gov/recent-actions/YYYYMMDD): the numbers of the entities that they
 * listed, and those whose only address they named.
 */
const ACTIONS: readonly (readonly [day: string, uids: readonly string[], single?: readonly string[]])[] = [
  ['2018-11-28', ['26137', '26138'], ['26137', '26138']],
  ['2019-08-21', ['25308', '26236', '26323']],
  ['2020-03-02', ['28263', '28264']],
  ['2020-09-10', ['29702', '29703']],
  ['2020-09-16', ['29584', '29585']],
  ['2021-04-15', ['30518', '30520', '31164', '31212']],
  ['2021-07-28', ['31811'], ['31811']],
];

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const [folder] = process.argv.slice(2);
assert(folder !== undefined, 'Name the folder that holds the three repositories.');
const sdn = readSdnCopies(join(folder, 'jackdwyer'));
const daily = readDailyList(join(folder, '1020-1795'));
const copies = [...readCurrencyFiles(join(folder, '0xB10C')), ...sdn.copies];
const known = new Set(
  [...copies, ...daily].flatMap(({ addresses }) => [...addresses].map((each) => each.toLowerCase())),
);
const listings = toListings({
  spelled: [...copies, ...readTagPacks(join(folder, 'graphsense'), known), ...daily],
  issued: readEntityFiles(join(folder, 'thomasgregg')),
  entityDays: new Map([...sdn.entityDays, ...ACTIONS.flatMap(([day, uids]) => uids.map((uid) => [uid, day] as const))]),
  single: new Set(ACTIONS.flatMap(([, , uids = []]) => uids)),
});
const rows = listings.map(({ address, from, isExact, to, entity, entityFrom }) =>
  [address, from, isExact ? 'on' : 'by', to ?? '', entity.uid, entity.programme, entity.name, entityFrom ?? '']
    .map(quote)
    .join(','),
);
const HEAD = 'address,listed_from,listed_how,listed_to,uid,programme,entity,entity_listed';
writeFileSync(TARGET, `${[HEAD, ...rows].join('\n')}\n`);
console.log(`${TARGET}: ${listings.length} addresses`);
console.log(`${listings.filter(({ isExact }) => isExact).length} with a day of listing`);
console.log(`${listings.filter(({ to }) => to !== undefined).length} no longer listed`);
