import { createChangeConsensus } from '@trailmark/analysis/change/consensus';
import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterRules } from '@trailmark/analysis/clusters/cluster-rules';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import type { ChainId } from '@trailmark/core/chain';

/** The rules this program clusters a chain with, in their published parameters. */
export function proofRules(chain: ChainId): ClusterRules {
  const asset = chain.split('-')[0] ?? chain;
  return { coinJoins: createCoinJoinDetection({ asset }), change: createChangeConsensus() };
}

/** Version of those rules, as an index of the chain's clusters states it. */
export function proofRulesVersion(rules: ClusterRules): string {
  return new ClusterIndex({ rules }).rulesVersion;
}
