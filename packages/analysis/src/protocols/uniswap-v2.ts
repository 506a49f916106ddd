import { EVENTS } from './event-signatures.ts';
import { contractOfShape, defineSwapVenue } from './swap-venue.ts';

/**
 * Pairs of two tokens with a constant product (Uniswap v2 core, 2020: `Swap(sender, in, in, out, out, to)`). SushiSwap,
 * PancakeSwap and many others run copies with the same event.
 */
export const uniswapV2 = defineSwapVenue({
  id: 'uniswap-v2',
  name: 'Uniswap v2 shape',
  topics: [EVENTS.UNISWAP_V2_SWAP.topic],
  poolOf: (log) => contractOfShape(log, 3, 4),
});
