import type { ChainCapabilities } from '@trailmark/api/contract/chain';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ServedLedger } from './ledgers.ts';

/** What a chain has on this server: its family's, and what is derived of it here. */
export function toCapabilities(ledger: ServedLedger, knowledge: Knowledge): ChainCapabilities {
  const isOutputs = ledger.family === 'outputs';
  return {
    outputs: isOutputs,
    tokens: !isOutputs,
    logs: !isOutputs,
    internals: !isOutputs,
    contracts: !isOutputs,
    clusters: isOutputs && knowledge.clusters(ledger.id) !== undefined,
    rawProof: isOutputs,
    unconfirmed: isOutputs && ledger.overlay !== undefined,
    keys: isOutputs,
  };
}
