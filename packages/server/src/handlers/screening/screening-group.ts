import type { labelAppealRoutes } from '@trailmark/api/contract/label-appeal';
import type { screeningRoutes } from '@trailmark/api/contract/screening';
import type { screeningBatchRoutes } from '@trailmark/api/contract/screening-batch';
import type { threatRulesRoutes } from '@trailmark/api/contract/threat-rules';
import { readPinned } from '../../cases/case-items.ts';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { readRulesInForce } from '../../screening/rule-sets/read-rule-sets.ts';
import { openPastScreenings } from '../../screening/stored-screenings.ts';
import { TRACES, TraceGate } from '../../tracing/trace-gate.ts';
import { createLabelAppealHandlers } from './label-appeal-handlers.ts';
import { createScreeningBatchHandlers } from './screening-batch-handlers.ts';
import { createScreeningHandlers } from './screening-handlers.ts';
import { createThreatRulesHandlers } from './threat-rules-handlers.ts';

export interface ScreeningGroupDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly casework: CaseworkContext;
}

/** Everything that address threat analysis asks. */
export function createScreeningGroup({
  ledgers,
  knowledge,
  casework,
}: ScreeningGroupDeps): Pick<
  Handlers,
  | keyof typeof screeningRoutes
  | keyof typeof screeningBatchRoutes
  | keyof typeof threatRulesRoutes
  | keyof typeof labelAppealRoutes
> {
  const rulesOf = (caller: Caller) => readRulesInForce(casework, caller);
  const deps = { ledgers, knowledge, gate: new TraceGate(TRACES), rulesOf };
  return {
    ...createScreeningHandlers(casework, deps),
    ...createScreeningBatchHandlers(casework, deps),
    ...createLabelAppealHandlers(casework, knowledge),
    ...createThreatRulesHandlers(
      casework,
      openPastScreenings(casework, (caller, limit) => readPinned(casework, caller, 'screening', limit)),
    ),
  };
}
