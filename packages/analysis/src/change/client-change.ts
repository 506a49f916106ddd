import { z } from 'zod';
import { listDistinguished } from './fitting-outputs.ts';
import { defineChangeHeuristic } from './heuristic.ts';

/**
 * Wallets make a new address for change: outputs whose owner was never seen before (`client_change_address_behavior` of
 * BlockSci 2020). It is a weaker form of one-time change and therefore supports no link.
 */
export const clientChange = defineChangeHeuristic({
  id: 'client-change',
  version: 1,
  name: 'Address never used before',
  confidence: 30,
  effect: 'label',
  params: z.object({}),
  candidates(record, _, context) {
    let isKnown = true;
    const found = listDistinguished(record, (_output, vout) => {
      const isFirst = context.isFirstUse(vout);
      if (isFirst === undefined) isKnown = false;
      return isFirst === true;
    });
    return isKnown ? found : undefined;
  },
});
