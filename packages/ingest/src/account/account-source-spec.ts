import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import type { RpcClientOptions } from '../sources/rpc-client.ts';
import type { AccountSource } from './account-source.ts';
import type { Depth } from './depth.ts';

/** Where an ingest of an account chain reads from, as plain data that crosses threads. */
export interface AccountSourceSpec {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly depth: Depth;
}

/** Opens the node that an ingest reads; with less patience where somebody waits for its answers. */
export async function openAccountSource(
  chain: AccountChain,
  spec: AccountSourceSpec,
  patience: Pick<RpcClientOptions, 'attempts' | 'timeoutMs'> = {},
): Promise<AccountSource> {
  const { depth, ...rest } = spec;
  const access = { ...rest, ...patience };
  // Each is a good part of what a thread loads before it reads its first block.
  if (chain.family === 'evm') {
    const { openEvmRpc } = await import('../sources/evm-rpc.ts');
    return openEvmRpc({ ...access, chain, depth });
  }
  const { openTronHttp } = await import('../sources/tron-http.ts');
  return openTronHttp({ ...access, chain });
}
