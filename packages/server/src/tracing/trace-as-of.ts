import { traitsOf } from '@trailmark/chains/chain-traits';
import type { ChainId } from '@trailmark/core/chain';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { toTip } from '../ledger/any-chain.ts';
import type { Ledgers } from '../ledger/ledgers.ts';

/** Counts up with every change that can change a trace. */
export const TRACE_ENGINE = 'trace-engine/4';

/** Where traces read from. */
export interface TraceDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** Versions a trace depends on in addition to its request. */
export interface TraceAsOf {
  readonly chain: ChainId;
  readonly height: number | null;
  readonly hash: string | null;
  readonly time: number | null;
  readonly software: string;
  readonly engine: string;
  readonly labels: string;
  readonly prices: string;
  readonly rules: string;
}

/** The tip and the versions of labels, prices and rules in force now. */
export function toTraceAsOf({ ledgers, knowledge }: TraceDeps, chain: ChainId): TraceAsOf {
  const ledger = ledgers.get(chain);
  const traits = traitsOf(ledger.id);
  const rules = traits.hasClusters ? knowledge.clusters(traits.id)?.rulesVersion : undefined;
  // Only what is named here: what an answer is hashed over must be in the answer.
  const { height, hash, time, software } = toTip(ledger);
  return {
    ...{ chain, height, hash, time, software },
    engine: TRACE_ENGINE,
    labels: knowledge.labels().version,
    prices: knowledge.prices().version,
    rules: rules ?? 'none',
  };
}
