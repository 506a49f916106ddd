import { EVENTS } from './event-signatures.ts';
import { contractOfShape, defineSwapVenue } from './swap-venue.ts';

/** Curve pools (2020 and 2021: `TokenExchange(buyer, soldId, sold, boughtId, bought)`, with signed or unsigned coin numbers). */
export const curve = defineSwapVenue({
  id: 'curve',
  name: 'Curve shape',
  topics: [EVENTS.CURVE_EXCHANGE.topic, EVENTS.CURVE_CRYPTO_EXCHANGE.topic],
  poolOf: (log) => contractOfShape(log, 2, 4),
});
