import type { AccountChainId, OutputChainId } from '@trailmark/core/chain';
import type { AccountMerger, UtxoMerger } from '../ledger/mergers.ts';
import type { Resolve } from '../outbound/endpoint.ts';
import type { SourceTransport } from '../outbound/source-transport.ts';

/** What on-demand sources need of the rest of the server. */
export interface SourceHost {
  /** Opens the chain's store where it is not open yet, so that handlers see the chain from then on. */
  accountWriter(chain: AccountChainId): Promise<AccountMerger>;
  /** Throws `conflict` while the chain is being read from elsewhere. Opens the chain's store when something is merged. */
  utxoMerger(chain: OutputChainId): UtxoMerger;
  /** The way out; the network unless a test has its own. */
  readonly transport?: SourceTransport | undefined;
  readonly resolve?: Resolve | undefined;
}
