import { EVENTS } from './event-signatures.ts';
import { contractOfShape, defineSwapVenue } from './swap-venue.ts';

/**
 * Pools that all live in one contract (Uniswap v4 core, 2025: `Swap(id, sender, amount0, amount1, price, liquidity, tick, fee)`
 * of the PoolManager). The contract is named, and the pool is the log's second topic.
 */
export const uniswapV4 = defineSwapVenue({
  id: 'uniswap-v4',
  name: 'Uniswap v4 shape',
  topics: [EVENTS.UNISWAP_V4_SWAP.topic],
  poolOf: (log) => contractOfShape(log, 3, 6),
});
