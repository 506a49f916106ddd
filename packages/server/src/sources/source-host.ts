import type { AccountChainId } from '@trailmark/core/account-chain';
import type { AccountWriter } from '@trailmark/store/account-facts/account-store';
import type { Resolve } from '../outbound/endpoint.ts';
import type { SourceTransport } from '../outbound/source-transport.ts';

/** What is fetched of an account chain goes through this part of its writer. */
export type AccountMerger = Pick<AccountWriter, 'merge' | 'putTokens'>;

/** What sources asked on demand need of the rest of the server. */
export interface SourceHost {
  /** Opens the chain's store where it is not open yet, so that handlers see the chain from then on. */
  accountWriter(chain: AccountChainId): Promise<AccountMerger>;
  /** The way out; the network unless a test has its own. */
  readonly transport?: SourceTransport | undefined;
  readonly resolve?: Resolve | undefined;
}
