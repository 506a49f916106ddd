import { z } from 'zod';
import { defineTraceMethod } from '../method.ts';
import type { ChoiceAt } from '../outputs/apportioning.ts';
import { takeWhole } from '../outputs/in-proportion.ts';

const FOLLOW = ['all', 'change', 'chosen', 'payments'] as const;

const params = z.object({
  follow: z
    .enum(FOLLOW)
    .default('all')
    .describe(
      'Outputs followed where the examiner chose none: all, the change, none until chosen, or all but the change.',
    ),
});

function follows({ follow }: z.output<typeof params>, { chosen, change, outputCount }: ChoiceAt): number[] | undefined {
  if (chosen) return [...chosen];
  const all = Array.from({ length: outputCount }, (_, vout) => vout);
  if (follow === 'all') return all;
  if (follow === 'chosen' || change === undefined) return undefined;
  return follow === 'change' ? [change] : all.filter((vout) => vout !== change);
}

/** Whole outputs, as the examiner chooses. */
export const exact = defineTraceMethod({
  id: 'exact',
  version: 1,
  name: 'Exact outputs',
  sentence: 'Follows whole outputs that the examiner chose, and divides nothing.',
  conventions: [
    'An output is followed whole or not at all; outputs that are not chosen are cut, with their exact sum.',
    'What else a transaction took in is stated at each step as untraced money.',
    'Backward every input is followed whole: a choice names outputs.',
    'The fees a coinbase collects are not followed into it.',
  ],
  caution: 'For following leads. It makes no statement about whose money is whose where funds mix.',
  source: 'Structure of the ledger: Nakamoto 2008, section 2. Choosing outputs by hand: GraphSense 2.16',
  params,
  outputs: {
    ...takeWhole,
    follows: (given, choice) => follows(params.parse(given), choice),
  },
});
