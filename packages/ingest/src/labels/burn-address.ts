import type { NetworkId } from '@trailmark/core/network';
import { isEvmNetwork } from './evm-network.ts';

/** Addresses whose key nobody can have: made of words, or of zeros. */
const KNOWN: ReadonlySet<string> = new Set([
  'btc:1111111111111111111114oLvT2',
  'btc:1BitcoinEaterAddressDontSendf59kuE',
  'btc:1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  'sol:11111111111111111111111111111111',
  'sol:1nc1nerator11111111111111111111111111111111',
  'trx:T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'xrp:rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'xrp:rrrrrrrrrrrrrrrrrrrrBZbvji',
]);

/** 0x0 to 0xffff: the zero address, the precompiled contracts, and …dEaD. */
const SMALL_EVM = /^0x0{36}[0-9a-f]{4}$/i;
const DEAD_EVM = /^0xdead(?:0{36}|000000000000000042069420694206942069)$/i;

/** Zero, burn and precompile addresses, in canonical spelling: coins there belong to nobody, whatever a list says. */
export function isBurnAddress(network: NetworkId, address: string): boolean {
  if (isEvmNetwork(network)) return SMALL_EVM.test(address) || DEAD_EVM.test(address);
  return KNOWN.has(`${network}:${address}`);
}
