import type { AccountChainId } from '@trailmark/core/chain';
import type { FactsClient } from '../facts/client.ts';
import { ledgerDatabase } from '../facts/tables.ts';
import { mergeParts } from '../facts/tidy.ts';
import { accountEntriesTable, accountTransactionIdsTable } from './account-tables.ts';

/** Merges the parts of an account chain's lookup tables where they are small: call when an ingest has caught up. */
export function tidyAccountTables(facts: FactsClient, chain: AccountChainId): Promise<void> {
  const tables = [accountEntriesTable, accountTransactionIdsTable];
  return mergeParts(facts, ledgerDatabase(chain, facts.databasePrefix), tables);
}
