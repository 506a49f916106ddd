import { z } from 'zod';
import { listDistinguished } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

const POWERS_OF_TEN = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(digits));

/** People pay round amounts: what is no multiple of 10^digits units is change (`power_of_ten_value` of BlockSci 2020). */
export const roundAmount = defineChangeHeuristic({
  id: 'round-amount',
  version: 1,
  name: 'Payment in a round amount',
  confidence: 40,
  effect: 'support',
  params: z.object({
    digits: z.int().min(1).max(18).default(6).describe('Amounts that end in this many zeros are round.'),
  }),
  candidates(record, { digits }) {
    const unit = POWERS_OF_TEN[digits] ?? 1n;
    return listDistinguished(record, ({ value }) => value % unit !== 0n);
  },
});
