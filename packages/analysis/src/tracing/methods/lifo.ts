import { z } from 'zod';
import { lotsFromBack } from '../accounts/in-order.ts';
import { defineTraceMethod } from '../method.ts';
import { takeFromBack } from '../outputs/in-order.ts';

/** Last in, first out. */
export const lifo = defineTraceMethod({
  id: 'lifo',
  version: 1,
  name: 'Last in, first out (LIFO)',
  sentence: 'What came in last goes out first: each unit of an output is one unit of one input.',
  conventions: [
    'Within a transaction the inputs form a line of units in their order; the outputs, in theirs, take from its back.',
    'The fee takes what is left, at the front of the line.',
    'The fees a coinbase collects are not followed into it.',
    'Nothing is rounded: no unit is divided.',
  ],
  caution:
    'Used in some accounting. Choosing it because it reaches a wanted exit is open to attack: show what the other methods say beside it.',
  source: 'Accounting practice; offered by CipherTrace as of 2020; contested in United States v. Storm (2025)',
  params: z.object({}),
  outputs: takeFromBack,
  accounts: lotsFromBack,
});
