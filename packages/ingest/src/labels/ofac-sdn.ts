import { detectNetworks } from '@trailmark/chains/network-address';
import { AppError } from '@trailmark/core/errors';
import type { Label } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { findActorAlias } from './actor-aliases.ts';
import { defineLabelImporter, type LabelFeed, parseJsonFile, type SourceFile } from './importer.ts';
import { findNetwork } from './network-names.ts';

/** One listing of an address: the entity it is attributed to. */
export interface SdnEntry {
  readonly entity: string;
  /** Programmes, comma separated: `CYBER2, DPRK3`. */
  readonly program: string;
  /** OFAC's number of the entity. */
  readonly uid: string;
  readonly akas: readonly string[];
  /** What OFAC calls the currency, such as `XBT`. It says how the address was reported, not which network it is on. */
  readonly ticker: string;
  /** Day on which the entity was designated, where the list states it: its addresses may have been added later. */
  readonly listedOn?: string | undefined;
}

/** Day of the list as `YYYY-MM-DD` from OFAC's month/day/year. */
export function parseSdnDate(text: unknown): string | undefined {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(text)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/**
 * Networks a listed address may be on, read from its form. The reported ticker only chooses among networks that share
 * a form: it is wrong often enough (Tron addresses reported as USDT or XBT).
 */
export function sdnNetworks(address: string, ticker: string): readonly NetworkId[] {
  const found = detectNetworks(address);
  const reported = findNetwork(ticker);
  return reported && found.includes(reported) ? [reported] : found.slice(0, 1);
}

/** Feeds one listing as a claim; every entity an address is attributed to is a claim of its own. */
export function feedSdnEntry(feed: LabelFeed, address: string, entry: SdnEntry, listDate: string, line?: number): void {
  const networks = sdnNetworks(address, entry.ticker);
  feed.claim(
    {
      networks: networks.length > 0 ? networks : undefined,
      address,
      label: entry.entity,
      category: 'sanctioned',
      actor: findActorAlias(entry.entity.toUpperCase()),
      confidence: 'authority_data',
      source: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(entry.uid)}`,
      asOf: listDate,
      details: {
        entity: entry.entity,
        programme: entry.program,
        uid: entry.uid,
        akas: entry.akas.join('; '),
        list_date: listDate,
        reported_as: entry.ticker,
        entry_listed_on: entry.listedOn,
      },
    },
    line,
  );
}

interface SdnJson {
  readonly listDate: string;
  /** By lower-cased address. */
  readonly entries: ReadonlyMap<string, readonly SdnEntry[]>;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toEntry(value: unknown): SdnEntry {
  const row = (value ?? {}) as Record<string, unknown>;
  return {
    entity: text(row.entity),
    program: text(row.program),
    uid: text(row.uid),
    akas: Array.isArray(row.akas) ? row.akas.map(text) : [],
    ticker: text(row.type).replace(/^Digital Currency Address - /, ''),
  };
}

function readJson(file: SourceFile): SdnJson {
  const json = (parseJsonFile(file) ?? {}) as { metadata?: { sdnListDate?: unknown }; addresses?: unknown };
  const listDate = parseSdnDate(json.metadata?.sdnListDate);
  if (listDate === undefined || typeof json.addresses !== 'object' || json.addresses === null) {
    throw new AppError('invalid', `${file.name} is no list of sanctioned addresses: it has no list date or addresses.`);
  }
  const entries = new Map<string, SdnEntry[]>();
  for (const [address, value] of Object.entries(json.addresses)) {
    const rows = (value as { entries?: unknown }).entries;
    entries.set(address.toLowerCase(), Array.isArray(rows) ? rows.map(toEntry) : []);
  }
  return { listDate, entries };
}

function splitFiles(files: readonly SourceFile[]): { list: SourceFile; json: SourceFile } {
  const json = files.find((file) => file.text.trimStart().startsWith('{'));
  const list = files.find((file) => file !== json);
  if (json && list && files.length === 2) return { list, json };
  throw new AppError('invalid', 'The list of OFAC is two files: the addresses as listed, and their entities as JSON.');
}

async function read(files: readonly SourceFile[], feed: LabelFeed): Promise<void> {
  const { list, json } = splitFiles(files);
  const { listDate, entries } = readJson(json);
  const seen = new Set<string>();
  for (const [index, row] of list.text.split('\n').entries()) {
    await feed.pace();
    const address = row.trim();
    if (address === '' || address.startsWith('#') || seen.has(address)) continue;
    seen.add(address);
    const found = entries.get(address.toLowerCase());
    if (found) for (const entry of found) feedSdnEntry(feed, address, entry, listDate, index + 1);
    else feed.refuse({ line: index + 1, text: address, reason: 'the current list has no entity for it' });
  }
}

/**
 * OFAC's list of specially designated nationals: the addresses with their letter case from one file, joined with their
 * entities, programmes and list date from the other. What is on only one of the two is not on the current list.
 */
export const ofacSdn = defineLabelImporter({
  id: 'ofac-sdn',
  version: 1,
  title: 'OFAC SDN list',
  files: 'The complete list of addresses as text, and the entities by lower-cased address as JSON.',
  pack: {
    title: 'OFAC SDN list: digital currency addresses',
    publisher: 'Office of Foreign Assets Control, US Department of the Treasury',
    licence: 'Public domain (US Government work)',
    url: 'https://sanctionslist.ofac.treas.gov',
    visibility: 'public',
  },
  gate: { maySanction: true },
  dateOf: (files) => readJson(splitFiles(files).json).listDate,
  read,
});

function placeOf({ network, address, details }: Label): string {
  return `${network}:${address}:${details.uid ?? ''}`;
}

function compare(a: Label, b: Label): number {
  const [first, second] = [placeOf(a), placeOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * Labels of pack `ofac-sdn-historic` after a new version of the list: what was on the previous version and no longer
 * is, as formerly sanctioned, in addition to what was historic before. `listed_from` is the first list date on which it was
 * seen here, `listed_to` the date of the first list without it (`YYYY-MM-DD`): OFAC's own dates may be further apart.
 */
export function toHistoric(
  previous: readonly Label[],
  current: readonly Label[],
  listDate: string,
  historic: readonly Label[] = [],
): Label[] {
  const listed = new Set(current.map(placeOf));
  const removed = previous
    .filter((label) => label.category === 'sanctioned' && !listed.has(placeOf(label)))
    .map((label): Label => {
      const { list_date: seen, listed_from: from = seen ?? label.asOf ?? listDate, ...details } = label.details;
      return {
        ...label,
        category: 'sanctioned_historic',
        asOf: listDate,
        details: { ...details, listed_from: from, listed_to: listDate },
      };
    });
  const dates = (label: Label): string => `${placeOf(label)}:${label.details.listed_from}:${label.details.listed_to}`;
  const all = new Map([...historic, ...removed].map((label) => [dates(label), label]));
  return [...all.values()].sort(compare);
}

/**
 * Labels of a new version of the list in which what was listed before keeps the list date on which it was first seen
 * here, so that comparing two versions shows what OFAC changed and not that a day has passed.
 */
export function keepListDates(previous: readonly Label[], current: readonly Label[]): Label[] {
  const before = new Map(previous.map((label) => [placeOf(label), label]));
  return current.map((label) => {
    const known = before.get(placeOf(label));
    if (known?.details.list_date !== undefined) {
      const { list_date, listed_from, listed_how, entry_listed_on } = known.details;
      const dates = { list_date, ...(listed_from && { listed_from }), ...(listed_how && { listed_how }) };
      const entry = { ...(entry_listed_on && { entry_listed_on }) };
      return { ...label, asOf: known.asOf, details: { ...entry, ...label.details, ...dates } };
    }
    return label;
  });
}
