import { defineEvmChain } from './account/chain-definition.ts';

export const bnbChain = defineEvmChain({
  id: 'bsc',
  name: 'BNB Chain',
  symbol: 'BNB',
  ticker: 'BNB',
  chainId: 56,
  genesisHash: '0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
  feeRule: 'recipients-unknown',
  hasL1Fee: false,
  wrappedNative: 'bb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  hasEthereumHashes: false,
  // With Haber; params/config.go of bnb-chain/bsc.
  cancunTime: 1_718_863_500,
  finalityDepth: 15,
  standards: { token: 'BEP-20', nft: 'BEP-721', multiToken: 'BEP-1155' },
});
