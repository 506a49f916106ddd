import type { FetchedUtxoHistory } from '@trailmark/ingest/on-demand/fetch-utxo-history';
import type { MergedUtxoHistory } from '@trailmark/ingest/on-demand/merge-utxo-history';
import type { ListedTransaction } from '@trailmark/ingest/on-demand/utxo-source';
import type { AccountWriter } from '@trailmark/store/account-facts/account-store';

/** What is fetched of an account chain goes through this part of its writer. */
export type AccountMerger = Pick<AccountWriter, 'merge' | 'putTokens'>;

/** What is fetched of a chain of the Bitcoin family goes through this. */
export interface UtxoMerger {
  /** Which of the listed are indexed already, at these heights and with their raw bytes. */
  findIndexed(listed: readonly ListedTransaction[]): Promise<ReadonlySet<string>>;
  merge(history: FetchedUtxoHistory): Promise<MergedUtxoHistory>;
}
