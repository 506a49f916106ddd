import { z } from 'zod';
import { shareOfBalance } from '../accounts/in-proportion.ts';
import { defineTraceMethod } from '../method.ts';
import { takeInProportion } from '../outputs/in-proportion.ts';

/** Pro rata over everything that mixes. */
export const haircut = defineTraceMethod({
  id: 'haircut',
  version: 1,
  name: 'Haircut (in proportion)',
  sentence: 'Every payment carries the share of traced money in what it is paid from.',
  conventions: [
    'Outputs and fee divide the traced inputs in proportion to their amounts.',
    'Each part is rounded down; units left over go one each to the largest fractions, on a tie to the earlier output, the fee last.',
    'Backward the requested amount is divided over the inputs in proportion to their amounts; the fee takes no part.',
    'The fees a coinbase collects are not followed into it.',
  ],
  caution:
    'Conserves value and shows exposure. It spreads over everything down to dust, so a small share is no sign of knowledge.',
  source: 'Möser, Böhme and Breuker 2014; Anderson, Shumailov, Ahmed and Rietmann 2018',
  params: z.object({}),
  outputs: takeInProportion,
  accounts: shareOfBalance,
});
