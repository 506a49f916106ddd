import type { AccountChainId, OutputChainId } from '@trailmark/core/chain';
import type { FetchedUtxoHistory } from '@trailmark/ingest/on-demand/fetch-utxo-history';
import type { MergedUtxoHistory } from '@trailmark/ingest/on-demand/merge-utxo-history';
import type { ListedTransaction } from '@trailmark/ingest/on-demand/utxo-source';
import type { AccountWriter } from '@trailmark/store/account-facts/account-store';
import type { Resolve } from '../outbound/endpoint.ts';
import type { SourceTransport } from '../outbound/source-transport.ts';

/** What is fetched of an account chain goes through this part of its writer. */
export type AccountMerger = Pick<AccountWriter, 'merge' | 'putTokens'>;

/** What is fetched of a chain of the Bitcoin family goes through this. */
export interface UtxoMerger {
  /** Which of the listed are held already, at these heights and with their raw bytes. */
  findHeld(listed: readonly ListedTransaction[]): Promise<ReadonlySet<string>>;
  merge(history: FetchedUtxoHistory): Promise<MergedUtxoHistory>;
}

/** What sources asked on demand need of the rest of the server. */
export interface SourceHost {
  /** Opens the chain's store where it is not open yet, so that handlers see the chain from then on. */
  accountWriter(chain: AccountChainId): Promise<AccountMerger>;
  /** Throws `conflict` while the chain is being read from elsewhere. Opens the chain's store when something is merged. */
  utxoMerger(chain: OutputChainId): UtxoMerger;
  /** The way out; the network unless a test has its own. */
  readonly transport?: SourceTransport | undefined;
  readonly resolve?: Resolve | undefined;
}
