import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { openEvmRpc } from '../sources/evm-rpc.ts';
import { openTronHttp } from '../sources/tron-http.ts';
import type { AccountSource } from './account-source.ts';
import type { Depth } from './depth.ts';

/** Where an ingest of an account chain reads from, as plain data that crosses threads. */
export interface AccountSourceSpec {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly depth: Depth;
}

/** Opens the node an ingest was told to read. */
export async function openAccountSource(chain: AccountChain, spec: AccountSourceSpec): Promise<AccountSource> {
  const { depth, ...access } = spec;
  return chain.family === 'evm' ? openEvmRpc({ ...access, chain, depth }) : openTronHttp({ ...access, chain });
}
