import { type ChainId, type OutputChainId, parseChainId, parseOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { isNetworkId, type NetworkId } from '@trailmark/core/network';

/** `$chain` in a path is one of the known chains; anything else is answered by the error screen. */
export function withOutputChain<T extends { chain: string }>(params: T): Omit<T, 'chain'> & { chain: OutputChainId } {
  return { ...params, chain: parseOutputChainId(params.chain) };
}

/** `$chain` in a path is a chain of either family. */
export function withChain<T extends { chain: string }>(params: T): Omit<T, 'chain'> & { chain: ChainId } {
  return { ...params, chain: parseChainId(params.chain) };
}

/** `$network` in a path is one of the known networks. */
export function withNetwork<T extends { network: string }>(params: T): Omit<T, 'network'> & { network: NetworkId } {
  const { network } = params;
  if (!isNetworkId(network)) throw new AppError('invalid', `No network is called "${network}". Use an id such as btc.`);
  return { ...params, network };
}
