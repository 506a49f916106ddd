import { z } from 'zod';
import { wholePayments } from '../accounts/in-proportion.ts';
import { defineTraceMethod } from '../method.ts';
import { takeWhole } from '../outputs/in-proportion.ts';

/** Whatever touches traced money is traced whole. */
export const poison = defineTraceMethod({
  id: 'poison',
  version: 1,
  name: 'Poison (everything it touches)',
  sentence: 'Once any traced money goes in, all that comes out counts as traced.',
  conventions: [
    'Every output of a transaction with a traced input is traced whole, and so is its fee.',
    'Untraced money that is counted from there on is stated at each step.',
    'Backward every input is traced whole.',
    'The fees a coinbase collects are not followed into it.',
  ],
  caution:
    'For screening only: it misses nothing and overstates without bound. Its amounts are no measure of the traced money.',
  source: 'Möser, Böhme and Breuker 2014; Anderson, Shumailov, Ahmed and Rietmann 2018',
  params: z.object({}),
  outputs: takeWhole,
  accounts: wholePayments,
});
