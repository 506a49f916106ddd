import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { Indexer } from '@trailmark/analysis/indexes/indexer';
import type { TokenReader } from '@trailmark/core/asset';
import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { LabelPacks, LabelReader } from '@trailmark/core/label';
import type { PriceReader } from '@trailmark/core/price';
import type { CoinbaseTagList } from '@trailmark/ingest/labels/coinbase-tags';
import { NO_TOKENS } from '@trailmark/ingest/tokens/token-list';

/**
 * What is known in addition to the ledger: claims, prices and what rules infer. Everything is joined at read time, so each part
 * may change under a running server; handlers ask for the present one once per request.
 */
export interface Knowledge {
  readonly labels: () => LabelReader;
  readonly packs: LabelPacks;
  readonly prices: () => PriceReader;
  /** What an indexer of the catalogue has made of a chain's blocks. Undefined where the chain has none, or it could not be built. */
  readonly index: <State>(indexer: Indexer<State>, chain: ChainId) => State | undefined;
  /** Undefined where the chain has no clusters. */
  readonly clusters: (chain: OutputChainId) => ClusterReader | undefined;
  /** Texts of pools in coinbase inputs. Undefined where no list of the chain is stored. */
  readonly coinbaseTags: (chain: OutputChainId) => CoinbaseTagList | undefined;
  /** Tokens somebody vouches for, and known counterfeits of them. */
  readonly tokens: TokenReader;
}

const NO_LABELS: LabelReader = {
  version: 'none',
  asOf: undefined,
  labelCount: 0,
  labelsOf: () => [],
  has: () => false,
  labelsOfActor: () => ({ items: [], total: 0 }),
  search: () => [],
  actor: () => undefined,
  searchActors: () => ({ items: [], total: 0 }),
  packs: () => [],
};

function refusePack(): never {
  throw new AppError('not-found', 'This installation holds no label packs.');
}

/** A server without labels, prices and clusters: it answers that it has none. */
export const NO_KNOWLEDGE: Knowledge = {
  labels: () => NO_LABELS,
  packs: {
    list: () => [],
    read: async () => refusePack(),
    preview: async () => refusePack(),
    activate: async () => refusePack(),
  },
  prices: () => ({ version: 'none', assets: [], currencies: ['USD'], price: () => undefined, rows: () => [] }),
  index: () => undefined,
  clusters: () => undefined,
  coinbaseTags: () => undefined,
  tokens: NO_TOKENS,
};
