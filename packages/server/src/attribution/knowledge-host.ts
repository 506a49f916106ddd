import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INDEXERS } from '@trailmark/analysis/indexes/catalogue';
import { clusterIndexer } from '@trailmark/analysis/indexes/cluster-indexer';
import type { ChainId } from '@trailmark/core/chain';
import { type CoinbaseTagList, parseCoinbaseTags } from '@trailmark/ingest/labels/coinbase-tags';
import { loadTokenLists } from '@trailmark/ingest/tokens/token-list';
import { type LabelStore, labelDirectory, openLabelStore } from '@trailmark/store/labels/open-label-store';
import { toFeedingLedger } from '../indexes/feeding-ledger.ts';
import { IndexHost } from '../indexes/index-host.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { openPriceTable, type PriceTables } from '../knowledge/prices/open-price-table.ts';
import type { LedgerReaders } from '../ledger/ledgers.ts';

/** The label packs that come with the software. */
export const BUNDLED_LABELS = fileURLToPath(new URL('../../../../data/labels', import.meta.url));
/** The price table that comes with the software. */
export const BUNDLED_PRICES = fileURLToPath(new URL('../../../../data/prices/daily.csv.gz', import.meta.url));
/** Texts of Bitcoin pools in coinbase inputs. */
const BUNDLED_TAGS = join(BUNDLED_LABELS, 'coinbase-tags.json');

export interface KnowledgeHostOptions {
  readonly dataDir: string;
  readonly readers: LedgerReaders;
  /** Calls with every chain that is opened later. */
  readonly onOpen?: ((listener: (chain: ChainId) => void) => void) | undefined;
  /** Gets one sentence for each thing the server continues without. */
  readonly warn: (sentence: string) => void;
}

/** Labels, prices and indexes of a running server, each opened from its own folder and exchanged while it runs. */
export class KnowledgeHost {
  readonly knowledge: Knowledge;
  readonly labels: LabelStore;
  readonly prices: PriceTables;
  readonly indexes: IndexHost;

  private constructor(
    labels: LabelStore,
    prices: PriceTables,
    indexes: IndexHost,
    bitcoinTags: CoinbaseTagList | undefined,
  ) {
    this.labels = labels;
    this.prices = prices;
    this.indexes = indexes;
    this.knowledge = {
      labels: () => labels.reader(),
      packs: labels,
      prices: () => prices.current(),
      index: (indexer, chain) => indexes.get(indexer, chain),
      clusters: (chain) => indexes.get(clusterIndexer, chain),
      coinbaseTags: (chain) => (chain === 'btc' ? bitcoinTags : undefined),
      tokens: loadTokenLists(),
    };
  }

  /** Opens everything; the indexes are built from here on, between other work. */
  static async open({ dataDir, readers, onOpen, warn }: KnowledgeHostOptions): Promise<KnowledgeHost> {
    const labels = await openLabelStore({
      directory: labelDirectory(dataDir),
      bundledDirectory: existsSync(BUNDLED_LABELS) ? BUNDLED_LABELS : undefined,
    });
    for (const problem of labels.problems()) warn(problem);
    const prices = openPriceTable({
      directory: join(dataDir, 'prices'),
      bundledFile: existsSync(BUNDLED_PRICES) ? BUNDLED_PRICES : undefined,
    });
    for (const problem of prices.problems) warn(problem);
    const onFailure = (chain: ChainId, indexer: string, cause: unknown): void => {
      warn(`The ${indexer} of ${chain} could not be built: ${cause instanceof Error ? cause.message : String(cause)}`);
    };
    const indexes = new IndexHost({ indexers: INDEXERS, onFailure });
    const follow = (chain: ChainId): void => {
      const reader = readers.get(chain);
      if (reader) indexes.follow(chain, toFeedingLedger(chain, reader));
    };
    for (const chain of readers.keys()) follow(chain);
    onOpen?.(follow);
    indexes.start();
    const tags = existsSync(BUNDLED_TAGS) ? parseCoinbaseTags(readFileSync(BUNDLED_TAGS, 'utf8')) : undefined;
    return new KnowledgeHost(labels, prices, indexes, tags);
  }

  close(): Promise<void> {
    return this.indexes.close();
  }
}
