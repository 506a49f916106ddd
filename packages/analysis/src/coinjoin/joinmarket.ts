import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import {
  countInputOwners,
  countPossibleFunders,
  findMostFrequentOutput,
  hasDistinctOutputOwners,
} from './mix-shape.ts';

const params = z.object({
  dust: z.bigint().nonnegative().default(2730n).describe('Outputs up to this amount are no denomination, units.'),
  minimumParticipants: z.int().min(3).default(3).describe('Fewest equal outputs.'),
  maximumWithoutChange: z.int().default(1).describe('Most participants without change.'),
  largeRound: z.int().default(50).describe('Inputs from which a round must also keep the next two ratios.'),
  maximumInputsEach: z.number().default(20).describe('Most inputs for each equal output in a large round.'),
  largeRoundOutputsEach: z.number().default(1.7).describe('Fewest outputs for each equal output in a large round.'),
  fundingSlack: z
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('Part of the amount a participant may not have brought.'),
});
type Params = z.output<typeof params>;

function fitsOutputs({ inputs, outputs }: TransactionRecord, count: number, limits: Params): boolean {
  if (count < limits.minimumParticipants || count * 2 < outputs.length || count === outputs.length) return false;
  if (outputs.length + limits.maximumWithoutChange < count * 2) return false;
  if (inputs.length < limits.largeRound) return true;
  return inputs.length <= limits.maximumInputsEach * count && outputs.length >= limits.largeRoundOutputsEach * count;
}

/**
 * JoinMarket: takers and makers each receive one equal output and mostly one of change (Möser and Böhme 2016; parameters
 * as in GraphSense 2.16). The shape is loose, hence the low confidence. Beyond the published rule, the inputs must allow
 * that everybody brought the amount, and only the taker goes without change.
 */
export const joinmarket = defineDetector({
  id: 'joinmarket',
  version: 1,
  name: 'JoinMarket',
  kind: 'joinmarket',
  assets: ['btc', 'ltc', 'bch'],
  minimumInputs: 3,
  minimumOutputs: 4,
  confidence: 49,
  params,
  detect(record, limits) {
    const denomination = findMostFrequentOutput(record, limits.dust);
    if (!denomination || !fitsOutputs(record, denomination.count, limits)) return undefined;
    const owners = countInputOwners(record);
    if (!owners || denomination.count > owners.distinct || !hasDistinctOutputOwners(record)) return undefined;
    if (countPossibleFunders(record, denomination.value, limits.fundingSlack) < denomination.count) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'joinmarket',
      confidence: this.confidence,
      isCoinJoin: true,
      participants: denomination.count,
      denominations: [denomination.value],
      notes: [],
    };
  },
});
