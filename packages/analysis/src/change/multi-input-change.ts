import { z } from 'zod';
import { listFitting } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/** An output whose owner is already in the conservative cluster of the inputs (as in GraphSense). It adds no member. */
export const multiInputChange = defineChangeHeuristic({
  id: 'multi-input-change',
  version: 1,
  name: 'Change within the cluster',
  confidence: 50,
  effect: 'label',
  params: z.object({}),
  candidates(record, _, context) {
    const found = listFitting(record, (_output, vout) => context.isOfInputs(vout));
    return found.length === 0 ? undefined : found;
  },
});
