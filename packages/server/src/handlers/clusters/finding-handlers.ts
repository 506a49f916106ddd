import { readTransactionFindings } from '../../attribution/clusters/transaction-findings.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** What the rules state about one transaction. */
export function createFindingHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getTransactionFindings'> {
  return {
    getTransactionFindings: ({ params }, { read }) => readTransactionFindings({ ledgers, knowledge }, params, read),
  };
}
