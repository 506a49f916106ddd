import type { flowRoutes } from '@trailmark/api/contract/flow';
import type { traceRoutes } from '@trailmark/api/contract/trace';
import type { AccountLedgers } from '../../account-ledgers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';
import { createPendingHandlers } from './pending.ts';

export interface CoinFlowDeps {
  readonly ledgers: Ledgers;
  readonly accountLedgers: AccountLedgers;
  readonly limits: Limits;
  readonly knowledge: Knowledge;
  readonly office: Office;
}

/** Everything that coin flow asks: traces, pieces of graphs, saved flows and their files. */
export function createCoinFlowGroup(
  _deps: CoinFlowDeps,
): Pick<Handlers, keyof typeof flowRoutes | keyof typeof traceRoutes> {
  return {
    // Traces
    ...createPendingHandlers(['listTraceMethods', 'runTrace', 'streamTrace', 'replayFlow', 'listFlowStarters']),
    // Comparison and audit
    ...createPendingHandlers(['compareMethods', 'exportTraceAudit']),
    // Paths
    ...createPendingHandlers(['findPaths']),
    // Pieces of graphs
    ...createPendingHandlers(['addToFlow', 'expandFlow', 'linkFlow', 'describeFlowParties']),
    // Saved flows
    ...createPendingHandlers([
      'branchFlow',
      'compareFlowVersions',
      'createFlow',
      'getFlow',
      'getFlowVersion',
      'listFlows',
      'listFlowVersions',
      'nameFlowVersion',
      'removeFlow',
      'renameFlow',
      'restoreFlowVersion',
      'saveFlow',
    ]),
    // Files
    ...createPendingHandlers(['exportFlowFile', 'importFlowFile']),
  };
}
