import { EVENTS } from './event-signatures.ts';
import { contractOfShape, defineSwapVenue } from './swap-venue.ts';

/** Pools behind one vault (Balancer v2, 2021: `Swap(poolId, tokenIn, tokenOut, amountIn, amountOut)`). */
export const balancerV2 = defineSwapVenue({
  id: 'balancer-v2',
  name: 'Balancer v2 shape',
  topics: [EVENTS.BALANCER_V2_SWAP.topic],
  poolOf: (log) => contractOfShape(log, 4, 2),
});
