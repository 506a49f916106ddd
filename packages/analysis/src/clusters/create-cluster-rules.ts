import type { OutputChainId } from '@trailmark/core/chain';
import { createChangeConsensus } from '../change/consensus.ts';
import { createCoinJoinDetection } from '../coinjoin/detect-coinjoin.ts';
import type { ClusterRules } from './cluster-rules.ts';

/** The rules a chain is clustered with, in their published parameters: the same for the index and for whoever checks a proof. */
export function createClusterRules(chain: OutputChainId): ClusterRules {
  return { coinJoins: createCoinJoinDetection({ chain }), change: createChangeConsensus() };
}
