import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '@trailmark/core/errors';
import { type DatedCopy, type Listing, toListings } from './label-data/ofac-listings.ts';

// Run by a maintainer: `npm exec -- node scripts/build-ofac-history.ts FOLDER`, where FOLDER has the repositories
// 0xB10C/ofac-sanctioned-digital-currency-addresses (branch lists), 1020-1795/OFAC_SDN_Wallet_List and
// thomasgregg/crypto-sanctions-list with their history, as `0xB10C`, `1020-1795` and `thomasgregg`. Each commit is a copy of
// OFAC's list. Writes data/labels/ofac-history.csv; the same histories give the same bytes.

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

function dayBefore(at: Date): string {
  return new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10);
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
    // Written by hand, when a currency was added: what is new in it may have been listed at any time before.
    const isNightly = at.getUTCHours() === 0 && index > 1;
    const day = index <= 1 ? SQUASHED : dayBefore(at);
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

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const [folder] = process.argv.slice(2);
assert(folder !== undefined, 'Name the folder that holds the three repositories.');
const listings = toListings({
  spelled: [...readCurrencyFiles(join(folder, '0xB10C')), ...readDailyList(join(folder, '1020-1795'))],
  issued: readEntityFiles(join(folder, 'thomasgregg')),
});
const rows = listings.map(({ address, from, isExact, to, entity }) =>
  [address, from, isExact ? 'on' : 'by', to ?? '', entity.uid, entity.programme, entity.name].map(quote).join(','),
);
writeFileSync(TARGET, `${['address,listed_from,listed_how,listed_to,uid,programme,entity', ...rows].join('\n')}\n`);
console.log(`${TARGET}: ${listings.length} addresses`);
console.log(`${listings.filter(({ isExact }) => isExact).length} with a day of listing`);
console.log(`${listings.filter(({ to }) => to !== undefined).length} no longer listed`);
