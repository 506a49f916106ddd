import { defineEvmChain } from './account/chain-definition.ts';

export const arbitrum = defineEvmChain({
  id: 'arbitrum',
  name: 'Arbitrum One',
  symbol: 'ETH',
  ticker: 'ETH',
  chainId: 42161,
  genesisHash: '7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
  feeRule: 'recipients-unknown',
  hasL1Fee: false,
  wrappedNative: '82af49447d8a07e3bd95bd0d56f35241523fbab1',
  hasEthereumHashes: false,
  cancunTime: undefined,
  finalityDepth: 64,
});
