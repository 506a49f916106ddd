import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterRules } from '@trailmark/analysis/clusters/cluster-rules';
import { createClusterRules } from '@trailmark/analysis/clusters/create-cluster-rules';
import type { OutputChainId } from '@trailmark/core/chain';

export interface ProofRules {
  readonly cluster: ClusterRules;
  /** As an index of the chain's clusters states it. */
  readonly version: string;
}

const made = new Map<OutputChainId, ProofRules>();

/** The rules this program clusters a chain with, in their published parameters. */
export function proofRules(chain: OutputChainId): ProofRules {
  const known = made.get(chain);
  if (known) return known;
  const cluster = createClusterRules(chain);
  const rules = { cluster, version: new ClusterIndex({ rules: cluster }).rulesVersion };
  made.set(chain, rules);
  return rules;
}
