import { AppError } from '@trailmark/core/errors';
import { type CoinbaseTag, toCoinbaseTags } from './coinbase-tags.ts';
import { toWebAddress } from './graphsense-actorpack.ts';
import { defineLabelImporter, getOnlyFile, parseJsonFile, type SourceFile } from './importer.ts';

interface Pool {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly tags: readonly string[];
  readonly link: string | undefined;
}

/** Ids of the directory that name the same pool. */
const ACTORS: Readonly<Record<string, string>> = {
  'Binance Pool': 'binance',
  'Braiins Pool': 'braiins',
  'Huobi.pool': 'huobi',
  KuCoinPool: 'kucoin',
  OKExPool: 'okex',
};

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function readPools(file: SourceFile): readonly Pool[] {
  const rows = parseJsonFile(file);
  if (!Array.isArray(rows)) throw new AppError('invalid', `${file.name} is not a list of mining pools.`);
  return rows.flatMap((row: unknown) => {
    const { name, addresses, tags, link } = (row ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name === '') return [];
    const page = toWebAddress(typeof link === 'string' ? link : undefined);
    return [{ name, addresses: texts(addresses), tags: texts(tags), link: page }];
  });
}

/** Tags that pools write into their coinbase inputs, for a matcher. */
export function readCoinbaseTags(file: SourceFile): readonly CoinbaseTag[] {
  return toCoinbaseTags(readPools(file));
}

/** Mining pools and their payout addresses; addresses of test networks are refused like any other wrong address. */
export const miningPools = defineLabelImporter({
  id: 'mining-pools',
  version: 1,
  title: 'Mining pools',
  files: 'One JSON list of pools with name, addresses, tags and link.',
  pack: {
    title: 'Mining pools of Bitcoin',
    publisher: 'mempool.space and bitcoin-data',
    licence: 'MIT',
    url: 'https://github.com/mempool/mining-pools',
    visibility: 'public',
  },
  read: async (files, feed) => {
    for (const pool of readPools(getOnlyFile(files))) {
      for (const address of pool.addresses) {
        await feed.pace();
        feed.claim({
          networks: ['btc'],
          address,
          label: pool.name,
          category: 'mining_pool',
          actor: Object.hasOwn(ACTORS, pool.name) ? ACTORS[pool.name] : undefined,
          confidence: 'trusted_provider',
          source: 'https://github.com/mempool/mining-pools',
          details: { link: pool.link },
        });
      }
    }
  },
});
