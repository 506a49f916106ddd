import type { Knowledge } from '../knowledge.ts';
import type { Ledgers } from '../ledgers.ts';
import type { Limits } from '../limits.ts';
import type { Handlers } from '../mount.ts';
import { createActivityHandlers } from './activity.ts';
import { createActorHandlers } from './actor-handlers.ts';
import { createAddressHandlers } from './address-handlers.ts';
import { createBlockHandlers } from './block-handlers.ts';
import { createBulkHandlers } from './bulk.ts';
import { createChainHandlers } from './chain-handlers.ts';
import { createClusterGroup } from './cluster-group.ts';
import { createExportHandlers } from './export-handlers.ts';
import { createLabelHandlers } from './label-handlers.ts';
import { createLabelPackHandlers } from './label-pack-handlers.ts';
import { createLookupHandlers } from './lookup-handlers.ts';
import { createPriceHandlers } from './price-handlers.ts';
import { createRelationHandlers } from './relations.ts';
import { createSanctionsHandlers } from './sanctions-handlers.ts';
import { createScanHandlers } from './scan.ts';
import { createSearchHandlers } from './search.ts';
import { createTransactionHandlers } from './transaction-handlers.ts';

export interface HandlerDeps {
  readonly ledgers: Ledgers;
  readonly limits: Limits;
  readonly knowledge: Knowledge;
}

/** A handler for every route of the contract; leaving one out does not compile. */
export function createHandlers({ ledgers, limits, knowledge }: HandlerDeps): Handlers {
  return {
    ...createActivityHandlers(ledgers),
    ...createActorHandlers(knowledge),
    ...createAddressHandlers(ledgers, limits, knowledge),
    ...createBlockHandlers(ledgers, knowledge),
    ...createBulkHandlers(ledgers),
    ...createChainHandlers(ledgers),
    ...createClusterGroup(ledgers, knowledge),
    ...createExportHandlers(ledgers, limits, knowledge),
    ...createLabelHandlers(knowledge),
    ...createLabelPackHandlers(knowledge),
    ...createLookupHandlers(ledgers, limits, knowledge),
    ...createPriceHandlers(knowledge),
    ...createRelationHandlers(ledgers),
    ...createSanctionsHandlers(knowledge),
    ...createScanHandlers(ledgers),
    ...createSearchHandlers(ledgers),
    ...createTransactionHandlers(ledgers, knowledge),
  };
}
