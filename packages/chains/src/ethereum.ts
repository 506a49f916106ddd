import { defineEvmChain } from './account/chain-definition.ts';

export const ethereum = defineEvmChain({
  id: 'eth',
  name: 'Ethereum',
  symbol: 'ETH',
  ticker: 'ETH',
  chainId: 1,
  genesisHash: 'd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  feeRule: 'base-fee-burned',
  hasL1Fee: false,
  wrappedNative: 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  hasEthereumHashes: true,
  cancunTime: 1_710_338_135,
  finalityDepth: 64,
});
