import type { flowRoutes } from '@trailmark/api/contract/flow';
import type { traceRoutes } from '@trailmark/api/contract/trace';
import { FlowWork } from '../../flows/flow-work.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';
import { TraceDesk } from '../../tracing/trace-desk.ts';
import { LOOK_UPS, TraceGate } from '../../tracing/trace-gate.ts';
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
  readonly office: Office;
}

/** Everything that coin flow asks: traces, pieces of graphs, saved flows and their files. */
export function createCoinFlowGroup({
  ledgers,
  knowledge,
  office,
}: CoinFlowDeps): Pick<Handlers, keyof typeof flowRoutes | keyof typeof traceRoutes> {
  const deps = { ledgers, knowledge };
  const work = new FlowWork();
  const lookUps = new TraceGate(LOOK_UPS);
  const desk = new TraceDesk(deps, () => performance.now());
  return {
    ...createTraceHandlers(desk),
    ...createComparisonHandlers(desk),
    ...createCrossingHandlers(desk),
    ...createGatedHandlers(lookUps, createPathHandlers(deps)),
    ...createGatedHandlers(lookUps, createGraphHandlers(deps)),
    ...createSavedFlowHandlers(office, work),
    ...createSavedFlowVersionHandlers(office, work),
    ...createFlowFileHandlers({ ledgers, knowledge, office, work }),
  };
}
