import { z } from 'zod';
import { findInputForm, listDistinguished } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/**
 * All inputs have one script form, and so have some outputs but not all (`address_type` of BlockSci 2020). One-time change
 * asks for the form already, so this supports no link.
 */
export const addressType = defineChangeHeuristic({
  id: 'address-type',
  version: 1,
  name: 'Same address form',
  confidence: 30,
  effect: 'label',
  params: z.object({}),
  candidates(record) {
    const form = findInputForm(record);
    return form === undefined ? undefined : listDistinguished(record, ({ owner }) => owner?.type === form);
  },
});
