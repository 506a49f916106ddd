import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import type { DayPrice } from '@trailmark/api/contract/price';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { type AssetKey, formatAssetId, isContractAsset, NATIVE_ASSET } from '@trailmark/core/asset';
import { networkOfChain } from '@trailmark/core/network';
import type { ReadOptions } from '@trailmark/core/read-options';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { createAssetBook } from '../../ledger/accounts/asset-book.ts';
import type { ServedAccounts, ServedOutputs } from '../../ledger/ledgers.ts';
import { createAccountParties, createOutputParties, findOwner } from '../parties.ts';
import type { TraceDeps } from '../trace-as-of.ts';

/** What one answer is about. */
export interface ContextRequest {
  /** Those the answer may speak of. */
  readonly assets: readonly AssetKey[];
  readonly currency: string;
}

function toRate(price: DayPrice | null): ReturnType<NonNullable<FlowContext['rate']>> {
  return price ? { day: price.day, nano: price.priceNano, source: price.source } : undefined;
}

/** The context of one answer about an account chain. Throws `invalid` for a currency that cannot be requested. */
export async function openAccountContext(
  { knowledge }: TraceDeps,
  ledger: ServedAccounts,
  { assets, currency }: ContextRequest,
  read: ReadOptions,
): Promise<FlowContext> {
  const chain = ledger.id;
  const metadata = await ledger.reader.tokens(assets.filter(isContractAsset), read);
  const book = createAssetBook({ ledger, tokens: knowledge.tokens, prices: knowledge.prices(), currency, metadata });
  const { partiesOf } = createAccountParties(knowledge.labels(), networkOfChain(chain));
  return {
    chain,
    currency,
    partiesOf,
    assetOf: (asset) => {
      const { symbol, decimals } = book.refer(asset);
      const isVerified = !isContractAsset(asset) || book.verifiedOf(asset) !== undefined;
      return { id: formatAssetId(chain, asset), symbol, decimals, isVerified };
    },
    fiat: (asset, amount, time) => book.value(asset, amount, { time, timeEstimated: false })?.micro,
    rate: (asset, time) => toRate(book.value(asset, 0n, { time, timeEstimated: false })),
  };
}

function findCluster(
  ledger: ServedOutputs,
  clusters: ClusterReader,
  address: string,
): { readonly root: string; readonly size: number } | undefined {
  const owner = findOwner(ledger, address);
  const cluster = owner && clusters.find(owner, 'conservative');
  return cluster && cluster.size > 1
    ? { root: formatOwner(ledger.chain, cluster.root), size: cluster.size }
    : undefined;
}

/** The same for a chain of outputs, whose one asset is its coin. */
export async function openOutputContext(
  { knowledge }: TraceDeps,
  ledger: ServedOutputs,
  { currency }: Pick<ContextRequest, 'currency'>,
): Promise<FlowContext> {
  const chain = ledger.id;
  const { symbol, decimals, network } = ledger.chain;
  const pricer = createPricer(knowledge.prices(), { symbol, decimals, network }, currency);
  const clusters = knowledge.clusters(chain);
  const parties = { labels: knowledge.labels(), network: networkOfChain(chain), clusters };
  const { partiesOf } = await createOutputParties(ledger, parties);
  return {
    chain,
    currency,
    partiesOf,
    ...(clusters ? { clusterOf: (address: string) => findCluster(ledger, clusters, address) } : {}),
    assetOf: () => ({ id: chain, symbol, decimals, isVerified: true }),
    fiat: (_asset, amount, time) => pricer.value(amount, { time, timeEstimated: false })?.micro,
    rate: (_asset, time) => toRate(pricer.dayPrice({ time, timeEstimated: false })),
  };
}

/** Assets a trace speaks of, the coin first. */
export function listTraceAssets(keys: Iterable<AssetKey>): AssetKey[] {
  return [...new Set([NATIVE_ASSET, ...keys])];
}
