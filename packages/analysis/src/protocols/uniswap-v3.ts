import { EVENTS } from './event-signatures.ts';
import { contractOfShape, defineSwapVenue } from './swap-venue.ts';

/**
 * Pools with concentrated liquidity (Uniswap v3 core, 2021: `Swap(sender, recipient, amount0, amount1, price, liquidity, tick)`);
 * PancakeSwap v3 adds two words of protocol fees.
 */
export const uniswapV3 = defineSwapVenue({
  id: 'uniswap-v3',
  name: 'Uniswap v3 shape',
  topics: [EVENTS.UNISWAP_V3_SWAP.topic, EVENTS.PANCAKE_V3_SWAP.topic],
  poolOf: (log) => contractOfShape(log, 3, 5),
});
