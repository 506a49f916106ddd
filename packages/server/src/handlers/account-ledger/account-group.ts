import type { accountLedgerRoutes } from '@trailmark/api/contract/account-ledger';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAccountActivityHandlers } from './activity-handlers.ts';
import { createAccountBlockHandlers } from './block-handlers.ts';
import { createAccountChainHandlers } from './chain-handlers.ts';
import { createAccountExportHandlers } from './export-handlers.ts';
import { createAccountRelationHandlers } from './relation-handlers.ts';
import { createAccountTransactionHandlers } from './transaction-handlers.ts';

/** Everything that is asked of account chains. */
export function createAccountGroup(
  ledgers: Ledgers,
  limits: Limits,
  knowledge: Knowledge,
): Pick<Handlers, keyof typeof accountLedgerRoutes> {
  return {
    ...createAccountActivityHandlers(ledgers, knowledge),
    ...createAccountBlockHandlers(ledgers, knowledge),
    ...createAccountChainHandlers(ledgers),
    ...createAccountExportHandlers(ledgers, limits, knowledge),
    ...createAccountHandlers(ledgers, limits, knowledge),
    ...createAccountRelationHandlers(ledgers, knowledge),
    ...createAccountTransactionHandlers(ledgers, knowledge),
  };
}
