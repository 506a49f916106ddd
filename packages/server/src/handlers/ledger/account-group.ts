import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createAccountActivityHandlers } from './account-activity-handlers.ts';
import { createAccountBlockHandlers } from './account-block-handlers.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAccountRelationHandlers } from './account-relation-handlers.ts';
import { createAccountTransactionHandlers } from './account-transaction-handlers.ts';

/** How account chains answer. */
export function createAccountGroup(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): LedgerAnswers<'accounts'> {
  return {
    ...createAccountActivityHandlers(ledgers, knowledge),
    ...createAccountBlockHandlers(ledgers, knowledge),
    ...createAccountHandlers(ledgers, limits, knowledge),
    ...createAccountRelationHandlers(ledgers, knowledge),
    ...createAccountTransactionHandlers(ledgers, knowledge),
  };
}
