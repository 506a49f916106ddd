import { createChangeConsensus } from '@trailmark/analysis/change/consensus';
import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterRules } from '@trailmark/analysis/clusters/cluster-rules';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import type { ChainId } from '@trailmark/core/chain';

export interface ProofRules {
  readonly cluster: ClusterRules;
  /** As an index of the chain's clusters states it. */
  readonly version: string;
}

const made = new Map<string, ProofRules>();

/** The rules this program clusters a chain with, in their published parameters. */
export function proofRules(chain: ChainId): ProofRules {
  const asset = chain.split('-')[0] ?? chain;
  const known = made.get(asset);
  if (known) return known;
  const cluster = { coinJoins: createCoinJoinDetection({ asset }), change: createChangeConsensus() };
  const rules = { cluster, version: new ClusterIndex({ rules: cluster }).rulesVersion };
  made.set(asset, rules);
  return rules;
}
