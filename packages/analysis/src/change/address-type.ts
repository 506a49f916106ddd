import { z } from 'zod';
import { findInputForm, listDistinguished } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/** All inputs have one script form, and so have some outputs but not all (`address_type` of BlockSci 2020). */
export const addressType = defineChangeHeuristic({
  id: 'address-type',
  version: 1,
  name: 'Same address form',
  confidence: 30,
  effect: 'support',
  params: z.object({}),
  candidates(record) {
    const form = findInputForm(record);
    return form === undefined ? undefined : listDistinguished(record, ({ owner }) => owner?.type === form);
  },
});
