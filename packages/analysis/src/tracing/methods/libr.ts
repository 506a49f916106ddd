import { z } from 'zod';
import { lowestBalance } from '../accounts/in-proportion.ts';
import { defineTraceMethod } from '../method.ts';

/** The lowest intermediate balance limits what can be claimed. */
export const libr = defineTraceMethod({
  id: 'libr',
  version: 1,
  name: 'Lowest intermediate balance',
  sentence:
    'A claim never exceeds the lowest balance since the traced receipt; the account’s own money is spent first.',
  conventions: [
    'A payment carries what the claim exceeds the balance after it by, and nothing else.',
    'Money that comes in later does not restore a claim.',
    'A further traced receipt adds to the claim in full.',
    'Fees are payments. Moves of one transaction stand in the declared order.',
    'Runs forward only: it limits a claim and does not say which receipt a payment came from.',
  ],
  caution:
    'The cap that equity puts on tracing into a mixed account. It rests on the opening balance, so it needs an index that holds the account’s history.',
  source: 'In re Hallett’s Estate (1880) 13 Ch D 696; Roscoe v Winder [1915] 1 Ch 62',
  params: z.object({}),
  accounts: lowestBalance,
});
