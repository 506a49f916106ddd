import { defineEvmChain } from './account/chain-definition.ts';

export const optimism = defineEvmChain({
  id: 'optimism',
  name: 'OP Mainnet',
  symbol: 'ETH',
  ticker: 'ETH',
  chainId: 10,
  genesisHash: '7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
  feeRule: 'recipients-unknown',
  hasL1Fee: true,
  wrappedNative: '4200000000000000000000000000000000000006',
  hasEthereumHashes: false,
  // Ecotone.
  cancunTime: 1_710_374_401,
  finalityDepth: 64,
});
