import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputChainId } from '@trailmark/core/chain';
import { type CoinbaseTagList, parseCoinbaseTags } from '@trailmark/ingest/labels/coinbase-tags';
import { loadTokenLists } from '@trailmark/ingest/tokens/token-list';
import { type LabelStore, labelDirectory, openLabelStore } from '@trailmark/store/labels/open-label-store';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { openPriceTable, type PriceTables } from '../knowledge/prices/open-price-table.ts';
import { type LedgerReaders, outputReaders } from '../ledgers.ts';
import { ClusterHost } from './cluster-host.ts';

/** The label packs that come with the software. */
export const BUNDLED_LABELS = fileURLToPath(new URL('../../../../data/labels', import.meta.url));
/** The price table that comes with the software. */
export const BUNDLED_PRICES = fileURLToPath(new URL('../../../../data/prices/daily.csv.gz', import.meta.url));
/** Texts of Bitcoin pools in coinbase inputs. */
const BUNDLED_TAGS = join(BUNDLED_LABELS, 'coinbase-tags.json');

export interface KnowledgeHostOptions {
  readonly dataDir: string;
  readonly readers: LedgerReaders;
  /** Gets one sentence for each thing the server goes on without. */
  readonly warn: (sentence: string) => void;
}

/** Labels, prices and clusters of a running server, each opened from its own folder and exchanged while it runs. */
export class KnowledgeHost {
  readonly knowledge: Knowledge;
  readonly labels: LabelStore;
  readonly prices: PriceTables;
  readonly clusters: ClusterHost;

  private constructor(
    labels: LabelStore,
    prices: PriceTables,
    clusters: ClusterHost,
    bitcoinTags: CoinbaseTagList | undefined,
  ) {
    this.labels = labels;
    this.prices = prices;
    this.clusters = clusters;
    this.knowledge = {
      labels: () => labels.reader(),
      packs: labels,
      prices: () => prices.current(),
      clusters: (chain) => clusters.get(chain),
      coinbaseTags: (chain) => (chain === 'btc' ? bitcoinTags : undefined),
      tokens: loadTokenLists(),
    };
  }

  /** Opens everything; the clusters are built from here on, beside other work. */
  static async open({ dataDir, readers, warn }: KnowledgeHostOptions): Promise<KnowledgeHost> {
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
    const onFailure = (chain: OutputChainId, cause: unknown): void => {
      warn(`The clusters of ${chain} could not be built: ${cause instanceof Error ? cause.message : String(cause)}`);
    };
    const clusters = new ClusterHost({ readers: outputReaders(readers), onFailure });
    clusters.start();
    const tags = existsSync(BUNDLED_TAGS) ? parseCoinbaseTags(readFileSync(BUNDLED_TAGS, 'utf8')) : undefined;
    return new KnowledgeHost(labels, prices, clusters, tags);
  }

  close(): Promise<void> {
    return this.clusters.close();
  }
}
