import { z } from 'zod';
import { shareAmongSeeds } from '../accounts/in-proportion.ts';
import { defineTraceMethod } from '../method.ts';

/** In proportion, and what is found is divided among the victims by their losses. */
export const proRata = defineTraceMethod({
  id: 'pro-rata',
  version: 1,
  name: 'Pro rata among victims',
  sentence: 'Follows money in proportion, and divides what is found among the seeds by what each lost.',
  conventions: [
    'Every payment carries the traced share of the balance, rounded down; what rounding leaves stays in the account.',
    'Each end is divided among the seeds in proportion to their amounts; units left over go one each to the largest fractions, on a tie to the earlier seed.',
    'Which seed’s money reached an end plays no part: all victims share in all ends.',
  ],
  caution:
    'For restitution where victims are alike and the order of payments would be chance. It does not say whose money is where.',
  source: 'Barlow Clowes International v Vaughan [1992] 4 All ER 22',
  params: z.object({}),
  accounts: shareAmongSeeds,
});
