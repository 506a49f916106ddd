import { ownerId } from '@trailmark/core/owner';
import { z } from 'zod';
import { listFitting } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/** An output that pays one of the inputs' own owners (`address_reuse` of BlockSci 2020). It adds no member. */
export const addressReuse = defineChangeHeuristic({
  id: 'address-reuse',
  version: 1,
  name: 'Change to an input address',
  confidence: 100,
  effect: 'label',
  params: z.object({}),
  candidates(record) {
    const inputs = new Set<string>();
    for (const { owner } of record.inputs) {
      if (!owner) return undefined;
      inputs.add(ownerId(owner));
    }
    const found = listFitting(record, ({ owner }) => owner !== undefined && inputs.has(ownerId(owner)));
    return found.length === 0 ? undefined : found;
  },
});
