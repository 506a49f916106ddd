import { createChangeConsensus } from '@trailmark/analysis/change/consensus';
import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import type { ClusterView } from '@trailmark/core/cluster';
import { decodeHex } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { OwnedLedger } from './owned-ledger.ts';
import { countPairs, type OwnedAddress, type PairCounts } from './pair-counts.ts';

/** The rules of the product with their defaults, or without CoinJoin detection. */
export function createRules(options: { readonly withoutCoinJoins?: boolean; readonly chain?: 'btc-regtest' } = {}) {
  const coinJoins = createCoinJoinDetection({ chain: options.chain ?? 'btc' });
  const blind = { version: 'none', detect: () => undefined };
  return { coinJoins: options.withoutCoinJoins ? blind : coinJoins, change: createChangeConsensus() };
}

/** Clusters the records with the product's engine, as if the first of them were in the first block of a chain of no dates. */
export function clusterRecords(
  records: readonly TransactionRecord[],
  options: { readonly withoutCoinJoins?: boolean } = {},
): ClusterIndex {
  const index = new ClusterIndex({ rules: createRules({ ...options, chain: 'btc-regtest' }) });
  for (const [height, block] of Map.groupBy(records, ({ position }) => positionHeight(position))) {
    index.graph.append({ height, hash: String(height), isGapless: true, isFinal: true, records: block });
  }
  return index;
}

/** Compares a view of the clusters with the truth, over all addresses of known wallets. */
export function compareClusters(index: ClusterIndex, ledger: OwnedLedger, view: ClusterView): PairCounts {
  const addresses: OwnedAddress[] = [];
  for (const [id, wallet] of ledger.walletOf) {
    const owner = decodeOwner(decodeHex(id));
    const cluster = owner && index.find(owner, view);
    if (cluster) addresses.push({ cluster: cluster.id, owner: wallet });
  }
  return countPairs(addresses);
}
