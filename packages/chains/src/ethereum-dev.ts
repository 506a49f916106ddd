import { defineEvmChain } from './account/chain-definition.ts';

/** A local development node such as anvil under its usual number: coins without a value. */
export const ethereumDev = defineEvmChain({
  id: 'eth-dev',
  name: 'Development chain',
  symbol: 'ETH',
  ticker: undefined,
  chainId: 31337,
  genesisHash: undefined,
  feeRule: 'base-fee-burned',
  hasL1Fee: false,
  wrappedNative: undefined,
  hasEthereumHashes: true,
  cancunTime: 0,
  finalityDepth: 64,
  isTest: true,
});
