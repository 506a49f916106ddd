import { detectNetworks } from '@trailmark/chains/network-address';
import { type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { Ledgers } from '../ledger/ledgers.ts';

/** The chain of an address that names none: one with data here before one without. Throws `invalid` for no address. */
export function guessChain(ledgers: Ledgers, address: string): ChainId {
  const networks: readonly string[] = detectNetworks(address);
  const chains = networks.filter(isChainId);
  const chain = chains.find((id) => ledgers.find(id)) ?? chains[0];
  if (chain) return chain;
  throw new AppError('invalid', 'This is no address of a chain known here, or its checksum fails.');
}
