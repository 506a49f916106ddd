import type { NetworkId } from '@trailmark/core/network';

const EVM_NETWORKS: ReadonlySet<NetworkId> = new Set([
  'arbitrum',
  'avalanche',
  'base',
  'bsc',
  'celo',
  'cronos',
  'etc',
  'eth',
  'fantom',
  'gnosis',
  'linea',
  'mantle',
  'optimism',
  'polygon',
  'scroll',
  'zksync',
]);

/** Networks whose addresses are those of the Ethereum virtual machine. */
export function isEvmNetwork(network: NetworkId): boolean {
  return EVM_NETWORKS.has(network);
}
