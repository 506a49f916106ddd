import { defineEvmChain } from './account/chain-definition.ts';

export const base = defineEvmChain({
  id: 'base',
  name: 'Base',
  symbol: 'ETH',
  ticker: 'ETH',
  chainId: 8453,
  genesisHash: 'f712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
  feeRule: 'recipients-unknown',
  hasL1Fee: true,
  wrappedNative: '4200000000000000000000000000000000000006',
  hasEthereumHashes: false,
  // Ecotone.
  cancunTime: 1_710_374_401,
  finalityDepth: 64,
});
