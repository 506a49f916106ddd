import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { createActivityHandlers } from './activity.ts';
import { createAddressHandlers } from './address-handlers.ts';
import { createBlockHandlers } from './block-handlers.ts';
import { createRelationHandlers } from './relations.ts';
import { createTransactionHandlers } from './transaction-handlers.ts';
import { createTransferHandlers } from './transfer-handlers.ts';

/** How chains of outputs answer. */
export function createOutputGroup(ledgers: Ledgers, limits: Limits, knowledge: Knowledge): LedgerAnswers<'outputs'> {
  return {
    ...createActivityHandlers(ledgers),
    ...createAddressHandlers(ledgers, limits, knowledge),
    ...createBlockHandlers(ledgers, knowledge),
    ...createRelationHandlers(ledgers),
    ...createTransactionHandlers(ledgers, knowledge),
    ...createTransferHandlers(ledgers, knowledge),
  };
}
