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
  // Its WETH, 82af…bab1, states deposits and withdrawals as Transfer events.
  wrappedNative: undefined,
  hasEthereumHashes: false,
  // ArbOS 20.
  cancunTime: 1_710_424_089,
  finalityDepth: 64,
});
