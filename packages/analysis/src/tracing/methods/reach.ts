import { z } from 'zod';
import { mostOfBalance } from '../accounts/in-proportion.ts';
import { defineTraceMethod } from '../method.ts';
import { takeMost } from '../outputs/in-proportion.ts';

/** How far and with how much traced money can have come at all, whatever the method. */
export const reach = defineTraceMethod({
  id: 'reach',
  version: 1,
  name: 'Reach (the most that can have come)',
  sentence: 'Every payment carries the most that can be traced money in it, by any division of what it was paid from.',
  conventions: [
    'An output, or a payment of an account, carries all that can be traced money where it comes from, up to its own amount.',
    'What stays in an account is the most that can have stayed: never more than its balance.',
    'An account that pays more than it is known to have can pass on all that traced money ever brought it.',
    'What is counted more than once is stated at each step as added.',
  ],
  caution:
    'For finding places, not for dividing money: each amount is a bound on its own, and they do not add up to what was taken.',
  source: 'The bound that every division of a balance keeps to; compare poison, which has none',
  params: z.object({}),
  outputs: takeMost,
  accounts: mostOfBalance,
});
