import type { flowRoutes } from '@trailmark/api/contract/flow';
import type { traceRoutes } from '@trailmark/api/contract/trace';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FlowWork } from '../../flows/flow-work.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { LOOK_UPS, TraceGate } from '../../tracing/trace-gate.ts';
import { TraceService } from '../../tracing/trace-service.ts';
import { createComparisonHandlers } from './comparison-handlers.ts';
import { createCrossingHandlers } from './crossing-handlers.ts';
import { createFlowFileHandlers } from './flow-file-handlers.ts';
import { createGatedHandlers } from './gated-handlers.ts';
import { createGraphHandlers } from './graph-handlers.ts';
import { createPathHandlers } from './path-handlers.ts';
import { createSavedFlowHandlers } from './saved-flow-handlers.ts';
import { createSavedFlowVersionHandlers } from './saved-flow-version-handlers.ts';
import { createTraceHandlers } from './trace-handlers.ts';

export interface CoinFlowDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly casework: CaseworkContext;
}

/** Everything that coin flow asks: traces, pieces of graphs, saved flows and their files. */
export function createCoinFlowGroup({
  ledgers,
  knowledge,
  casework,
}: CoinFlowDeps): Pick<Handlers, keyof typeof flowRoutes | keyof typeof traceRoutes> {
  const deps = { ledgers, knowledge };
  const work = new FlowWork();
  const lookUps = new TraceGate(LOOK_UPS);
  const service = new TraceService(deps, () => performance.now());
  return {
    ...createTraceHandlers(service),
    ...createComparisonHandlers(service),
    ...createCrossingHandlers(service),
    ...createGatedHandlers(lookUps, createPathHandlers(deps)),
    ...createGatedHandlers(lookUps, createGraphHandlers(deps)),
    ...createSavedFlowHandlers(casework, work),
    ...createSavedFlowVersionHandlers(casework, work),
    ...createFlowFileHandlers({ ledgers, knowledge, casework, work }),
  };
}
