import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readAccountTransaction } from '../../ledger/accounts/transaction-detail.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** Answers about one transaction of an account chain. */
export function createAccountTransactionHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'accounts'>, 'getTransaction'> {
  return {
    getTransaction: ({ params: { chain, txid }, query: { currency } }, { read }) =>
      readAccountTransaction(ledgers.get(chain), knowledge, { hash: txid, currency }, read),
  };
}
