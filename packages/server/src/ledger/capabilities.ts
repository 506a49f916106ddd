import type { ChainCapabilities } from '@trailmark/api/contract/chain';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ServedLedger } from './ledgers.ts';

/** What a chain has on this server: its family's, and what is derived of it here. */
export function toCapabilities(ledger: ServedLedger, knowledge: Knowledge): ChainCapabilities {
  const traits = traitsOf(ledger.id);
  const { hasOutputs, hasTokens, hasContracts, hasProofs } = traits;
  return {
    outputs: hasOutputs,
    tokens: hasTokens,
    logs: hasContracts,
    internals: hasContracts,
    contracts: hasContracts,
    clusters: traits.hasClusters && knowledge.clusters(traits.id) !== undefined,
    rawProof: hasProofs,
    unconfirmed: 'overlay' in ledger && ledger.overlay !== undefined,
    keys: hasOutputs,
  };
}
