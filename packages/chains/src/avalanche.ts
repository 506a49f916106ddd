import { defineEvmChain } from './account/chain-definition.ts';

export const avalanche = defineEvmChain({
  id: 'avalanche',
  name: 'Avalanche C-Chain',
  symbol: 'AVAX',
  ticker: 'AVAX',
  chainId: 43114,
  genesisHash: '31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
  feeRule: 'recipients-unknown',
  hasL1Fee: false,
  wrappedNative: 'b31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  hasEthereumHashes: false,
  // Etna, 2024-12-16 17:00 UTC.
  cancunTime: 1_734_368_400,
  finalityDepth: 1,
});
