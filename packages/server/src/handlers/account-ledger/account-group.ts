import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createAccountActivityHandlers } from './activity-handlers.ts';
import { createAccountBlockHandlers } from './block-handlers.ts';
import { createAccountRelationHandlers } from './relation-handlers.ts';
import { createAccountTransactionHandlers } from './transaction-handlers.ts';

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
