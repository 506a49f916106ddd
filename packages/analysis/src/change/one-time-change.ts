import { z } from 'zod';
import { findInputForm, findSmallestInput, listFitting } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

const params = z.object({
  maximumOutputs: z.int().min(2).default(10).describe('Most outputs of a transaction the rule looks at.'),
  roundUnit: z.bigint().positive().default(1000n).describe('Multiples of this amount are no change, units.'),
});

/**
 * The one output that was never seen before, has the form of all inputs, is no round amount and smaller than the smallest
 * input (Androulaki and others 2013, Meiklejohn and others 2013; conditions and confidence as in GraphSense).
 */
export const oneTimeChange = defineChangeHeuristic({
  id: 'one-time-change',
  version: 1,
  name: 'One-time change address',
  confidence: 50,
  effect: 'link',
  params,
  candidates(record, { maximumOutputs, roundUnit }, context) {
    if (record.outputs.length < 2 || record.outputs.length > maximumOutputs) return undefined;
    const form = findInputForm(record);
    const smallest = findSmallestInput(record);
    if (form === undefined || smallest === undefined) return undefined;
    let isKnown = true;
    const found = listFitting(record, ({ owner, value }, vout) => {
      if (owner?.type !== form || value % roundUnit === 0n || value >= smallest) return false;
      const isFirst = context.isFirstUse(vout);
      if (isFirst === undefined) isKnown = false;
      return isFirst === true;
    });
    return isKnown && found.length === 1 ? found : undefined;
  },
});
