import type { clusterRoutes } from '@trailmark/api/contract/cluster-routes';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createAlarmHandlers } from './alarm-handlers.ts';
import { createClusterHandlers } from './cluster-handlers.ts';
import { createClusterListHandlers } from './cluster-list-handlers.ts';
import { createFindingHandlers } from './finding-handlers.ts';
import { createRuleHandlers } from './rule-handlers.ts';
import { createWhatIfHandlers } from './what-if-handlers.ts';
import { createWhyHandlers } from './why-handlers.ts';

/** A handler for every route about clusters and rules. */
export function createClusterGroup(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, keyof typeof clusterRoutes> {
  return {
    ...createAlarmHandlers(ledgers, knowledge),
    ...createClusterHandlers(ledgers, knowledge),
    ...createClusterListHandlers(ledgers, knowledge),
    ...createFindingHandlers(ledgers, knowledge),
    ...createRuleHandlers(),
    ...createWhatIfHandlers(ledgers, knowledge),
    ...createWhyHandlers(ledgers, knowledge),
  };
}
