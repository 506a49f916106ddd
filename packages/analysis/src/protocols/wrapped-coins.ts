import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';

/** The contract that wraps each chain's coin one to one. A test holds it to the chains' own definitions. */
export const WRAPPED_COINS: Readonly<Partial<Record<AccountChainId, AccountKey>>> = {
  arbitrum: '82af49447d8a07e3bd95bd0d56f35241523fbab1',
  avalanche: 'b31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  base: '4200000000000000000000000000000000000006',
  bsc: 'bb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  eth: 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  optimism: '4200000000000000000000000000000000000006',
  polygon: '0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
};
