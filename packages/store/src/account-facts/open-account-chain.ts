import type { AccountChainId } from '@trailmark/core/chain';
import type { FactsClient } from '../facts/client.ts';
import { ledgerDatabase } from '../facts/tables.ts';
import { AccountBlockIndex } from './account-block-index.ts';
import { createAccountLedger } from './account-reader.ts';
import type { OnWriteStep } from './account-rows.ts';
import type { AccountChainStore } from './account-store.ts';
import { FactsAccountWriter } from './account-writer.ts';

export interface OpenAccountChainOptions {
  readonly facts: FactsClient;
  readonly chain: AccountChainId;
  /** Local directory of the chain. */
  readonly directory: string;
  readonly stagingDirectory: string;
  readonly onStep: OnWriteStep;
}

/** Opens the store of one account chain: repairs what a crash left, then reads the indexed blocks into memory. */
export async function openAccountChain(options: OpenAccountChainOptions): Promise<AccountChainStore> {
  const { facts, chain, directory, stagingDirectory, onStep } = options;
  const database = ledgerDatabase(chain, facts.databasePrefix);
  const scope = { facts, chain, database, blocks: new AccountBlockIndex() };
  const writer = new FactsAccountWriter({ scope, directory, stagingDirectory, onStep });
  await writer.open();
  const reader = createAccountLedger({ ...scope, settled: () => writer.settled() });
  return { chain, reader, writer, stagingDirectory };
}
