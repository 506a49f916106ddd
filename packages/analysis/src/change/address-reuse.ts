import { type Owner, ownerId } from '@trailmark/core/owner';
import { z } from 'zod';
import { listFitting } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/** Up to this many comparisons bytes are compared; beyond, text keys in a set are quicker. */
const MOST_COMPARISONS = 64;

function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.type !== b.type || a.payload.length !== b.payload.length) return false;
  for (let i = 0; i < a.payload.length; i++) if (a.payload[i] !== b.payload[i]) return false;
  return true;
}

/** An output that pays one of the inputs' own owners (`address_reuse` of BlockSci 2020). It adds no member. */
export const addressReuse = defineChangeHeuristic({
  id: 'address-reuse',
  version: 1,
  name: 'Change to an input address',
  confidence: 100,
  effect: 'label',
  params: z.object({}),
  candidates(record) {
    const inputs: Owner[] = [];
    for (const { owner } of record.inputs) {
      if (!owner) return undefined;
      inputs.push(owner);
    }
    const keys = inputs.length * record.outputs.length > MOST_COMPARISONS ? new Set(inputs.map(ownerId)) : undefined;
    const isInput = (owner: Owner): boolean =>
      keys ? keys.has(ownerId(owner)) : inputs.some((input) => isSameOwner(input, owner));
    const found = listFitting(record, ({ owner }) => owner !== undefined && isInput(owner));
    return found.length === 0 ? undefined : found;
  },
});
