import { z } from 'zod';
import { findSmallestInput, listDistinguished } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/**
 * An output smaller than every input: had it been the payment, one input would have been needless (`optimal_change` of
 * BlockSci 2020). With one input it would fit every output, so it looks at two inputs or more.
 */
export const optimalChange = defineChangeHeuristic({
  id: 'optimal-change',
  version: 1,
  name: 'No needless input',
  confidence: 40,
  effect: 'support',
  params: z.object({
    minimumInputs: z.int().min(1).default(2).describe('Fewest inputs.'),
  }),
  candidates(record, { minimumInputs }) {
    if (record.inputs.length < minimumInputs) return undefined;
    const smallest = findSmallestInput(record);
    return smallest === undefined ? undefined : listDistinguished(record, ({ value }) => value < smallest);
  },
});
