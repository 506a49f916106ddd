import type { CategoryId } from '@trailmark/core/category';
import { AppError } from '@trailmark/core/errors';
import type { LabelRole } from '@trailmark/core/label';
import { findActorAlias } from './actor-aliases.ts';
import { defineLabelImporter, type LabelFeed, parseJsonFile, type SourceFile } from './importer.ts';
import { roleOf } from './label-words.ts';
import { findNetwork, refuseNetwork } from './network-names.ts';

const SOURCE = 'https://github.com/DefiLlama/DefiLlama-Adapters';

/** Lists that are not of an exchange. */
const CATEGORY_BY_NAME: Readonly<Record<string, CategoryId>> = {
  '21-co': 'fund',
  'cygnus-btc': 'custody',
  binance: 'exchange',
  binance2: 'exchange',
  backpack: 'exchange',
  elSalvador: 'government',
  fbiDprk: 'government',
  indiaCovid: 'charity',
  silkroad: 'government',
  'silkroad-fbifunds': 'government',
  silkroadFBIEntities: 'government',
  sodex: 'exchange',
  twentyOneCo: 'fund',
};

/** Names that the adapters spell in code, as people write them. */
const TITLES: Readonly<Record<string, string>> = {
  'crypto-com': 'Crypto.com',
  cryptoCom: 'Crypto.com',
  elSalvador: 'Government of El Salvador',
  fbiDprk: 'FBI: funds seized from DPRK actors',
  indiaCovid: 'India Covid-Crypto Relief Fund',
  silkroad: 'US Government: Silk Road funds',
  'silkroad-fbifunds': 'US Government: Silk Road funds',
  silkroadFBIEntities: 'US Government: Silk Road funds',
};

interface Row {
  readonly name: string;
  readonly chain: string;
  readonly address: string;
  /** False for lists of the book that no exchange's adapter counts: issuers of wrapped coins, bridges, states. */
  readonly isExchange: boolean;
}

function categoryOf({ name, isExchange }: Row): CategoryId {
  const named = Object.hasOwn(CATEGORY_BY_NAME, name) ? CATEGORY_BY_NAME[name] : undefined;
  if (named) return named;
  if (/bridge/i.test(name)) return 'bridge';
  return isExchange ? 'exchange' : 'custody';
}

/** Reserves is what the lists are for; a state's or a charity's holdings are not that. */
function roleFor(category: CategoryId, title: string): LabelRole | undefined {
  return roleOf(title) ?? (category === 'exchange' || category === 'custody' ? 'reserve' : undefined);
}

function titleOf(name: string): string {
  if (Object.hasOwn(TITLES, name)) return TITLES[name] ?? name;
  const plain = name.replace(/-cex$|Cex$|CEX$/, '').replaceAll('-', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The old list of Bitcoin addresses names a few of Litecoin. */
function networksOf({ name, chain }: Row) {
  const network = name.endsWith('ltc') && chain === 'bitcoin' ? 'ltc' : findNetwork(chain);
  return network && [network];
}

function readRow(value: unknown): Row | undefined {
  const row = (value ?? {}) as Record<string, unknown>;
  const { actor, book, chain, address, used } = row;
  if (typeof address !== 'string') return undefined;
  if (typeof actor === 'string' && typeof chain === 'string') return { name: actor, chain, address, isExchange: true };
  return typeof book === 'string' ? { name: book, chain: 'bitcoin', address, isExchange: used === true } : undefined;
}

function feedRow(feed: LabelFeed, row: Row): void {
  const networks = networksOf(row);
  if (!networks) {
    feed.refuse(refuseNetwork(row.chain, row.address, undefined));
    return;
  }
  const category = categoryOf(row);
  const label = titleOf(row.name);
  feed.claim({
    networks,
    address: row.address,
    label,
    category,
    actor: findActorAlias(row.name),
    confidence: 'service_data',
    role: roleFor(category, label),
    source: SOURCE,
    details: { list: row.name },
  });
}

async function readFile(file: SourceFile, feed: LabelFeed): Promise<void> {
  const rows = parseJsonFile(file);
  if (!Array.isArray(rows)) throw new AppError('invalid', `${file.name} is not a list of owners.`);
  for (const value of rows) {
    await feed.pace();
    const row = readRow(value);
    if (row) feedRow(feed, row);
    else feed.refuse({ line: undefined, text: JSON.stringify(value), reason: 'name, chain or address is missing' });
  }
}

/** DefiLlama's lists of what exchanges hold: owners by chain, and the book of Bitcoin addresses. */
export const defillamaCex = defineLabelImporter({
  id: 'defillama-cex',
  version: 1,
  title: 'DefiLlama exchange reserves',
  files: 'Owners as JSON rows of actor, chain and address; the Bitcoin book as rows of book, used and address.',
  pack: {
    title: 'DefiLlama: reserves of exchanges',
    publisher: 'DefiLlama',
    licence: 'ISC',
    url: SOURCE,
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const file of files) await readFile(file, feed);
  },
});
