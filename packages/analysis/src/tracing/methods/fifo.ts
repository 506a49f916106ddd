import { z } from 'zod';
import { lotsFromFront } from '../accounts/in-order.ts';
import { defineTraceMethod } from '../method.ts';
import { takeFromFront } from '../outputs/in-order.ts';

/** First in, first out. */
export const fifo = defineTraceMethod({
  id: 'fifo',
  version: 1,
  name: 'First in, first out (FIFO)',
  sentence: 'What came in first goes out first: each unit of an output is one unit of one input.',
  conventions: [
    'Within a transaction the inputs form a line of units in their order; the outputs take from its front in theirs.',
    'The fee takes what is left at the end of the line.',
    'The fees a coinbase collects are not followed into it.',
    'Nothing is rounded: no unit is divided.',
  ],
  caution:
    'Follows the rule of Clayton’s case and can be run backward without loss. The order of inputs and outputs is chosen by the payer’s software, so the result rests on a convention, not on a fact.',
  source: 'Devaynes v Noble (Clayton’s case, 1816); Anderson, Shumailov, Ahmed and Rietmann 2018',
  params: z.object({}),
  outputs: takeFromFront,
  accounts: lotsFromFront,
});
