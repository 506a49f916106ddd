import { setImmediate } from 'node:timers/promises';
import { openAccountTrace } from '@trailmark/analysis/tracing/accounts/open-account-trace';
import { openOutputTrace } from '@trailmark/analysis/tracing/outputs/open-output-trace';
import type { TraceSession } from '@trailmark/analysis/tracing/trace-session';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { toTip } from '../ledger/any-chain.ts';
import { byFamily, type Ledgers } from '../ledger/ledgers.ts';
import { createAccountKnowledge, createOutputKnowledge } from './trace-knowledge.ts';

/** Counts up with every change that can change a trace. */
export const TRACE_ENGINE = 'trace-engine/3';

/** Where traces read from. */
export interface TraceDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** Versions a trace rests on beside its request. */
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

/** A trace ready to run. Throws `not-found` where the server holds nothing of the chain, `invalid` for what cannot be traced. */
export async function openTrace(deps: TraceDeps, request: TraceRequest, read: ReadOptions = {}): Promise<TraceSession> {
  const { chain } = request;
  return byFamily<Promise<TraceSession>>(deps.ledgers.get(chain), {
    async outputs(ledger) {
      const knowledge = await createOutputKnowledge(ledger, deps.knowledge);
      return openOutputTrace({ reader: ledger.reader, knowledge, rest: setImmediate }, request, read);
    },
    async accounts(ledger) {
      const knowledge = createAccountKnowledge(ledger, deps.knowledge);
      return openAccountTrace({ chain: ledger.id, reader: ledger.reader, knowledge }, request, read);
    },
  });
}

/** The tip and the versions of labels, prices and rules in force now. */
export function toTraceAsOf({ ledgers, knowledge }: TraceDeps, chain: ChainId): TraceAsOf {
  const ledger = ledgers.get(chain);
  const traits = traitsOf(ledger.id);
  const rules = traits.hasClusters ? knowledge.clusters(traits.id)?.rulesVersion : undefined;
  return {
    ...toTip(ledger),
    engine: TRACE_ENGINE,
    labels: knowledge.labels().version,
    prices: knowledge.prices().version,
    rules: rules ?? 'none',
  };
}
