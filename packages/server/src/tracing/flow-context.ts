import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { type AssetKey, formatAssetId, isContractAsset, NATIVE_ASSET } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import { networkOfChain } from '@trailmark/core/network';
import type { ReadOptions } from '@trailmark/core/read-options';
import { createPricer } from '../knowledge/prices/pricer.ts';
import { createAssetBook } from '../ledger/accounts/asset-book.ts';
import { byFamily, type ServedAccounts, type ServedOutputs } from '../ledger/ledgers.ts';
import type { TraceDeps } from './open-trace.ts';
import { createAccountParties, createOutputParties, findOwner } from './parties.ts';

interface Asked {
  /** Those the answer may speak of. */
  readonly assets: readonly AssetKey[];
  readonly currency: string;
}

async function openAccountContext(
  { knowledge }: TraceDeps,
  ledger: ServedAccounts,
  { assets, currency }: Asked,
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

async function openOutputContext(
  { knowledge }: TraceDeps,
  ledger: ServedOutputs,
  currency: string,
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
  };
}

/** The context of one answer about one chain. Throws `invalid` for a currency that cannot be asked for. */
export async function openFlowContext(
  deps: TraceDeps,
  chain: ChainId,
  asked: Asked,
  read: ReadOptions,
): Promise<FlowContext> {
  return byFamily(deps.ledgers.get(chain), {
    outputs: (ledger) => openOutputContext(deps, ledger, asked.currency),
    accounts: (ledger) => openAccountContext(deps, ledger, asked, read),
  });
}

/** Assets a trace speaks of, the coin first. */
export function listTraceAssets(keys: Iterable<AssetKey>): AssetKey[] {
  return [...new Set([NATIVE_ASSET, ...keys])];
}
