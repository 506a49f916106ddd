import { defineEvmChain } from './account/chain-definition.ts';

export const polygon = defineEvmChain({
  id: 'polygon',
  name: 'Polygon',
  symbol: 'POL',
  ticker: 'POL',
  chainId: 137,
  genesisHash: 'a9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b',
  feeRule: 'recipients-unknown',
  hasL1Fee: false,
  wrappedNative: '0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  hasEthereumHashes: false,
  // Napoli, which Polygon set by height.
  cancunTime: undefined,
  cancunHeight: 54_876_000,
  finalityDepth: 128,
});
