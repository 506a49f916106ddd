import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import { findMakers, type MakerVerdict } from './maker-shares.ts';
import {
  countInputOwners,
  countPossibleFunders,
  type EqualOutputs,
  findMostFrequentOutput,
  hasDistinctOutputOwners,
} from './mix-shape.ts';
import { isInUse, usePeriodParams } from './use-period.ts';

const params = z.object({
  ...usePeriodParams(336_861, null),
  dust: z.bigint().nonnegative().default(2730n).describe('Outputs up to this amount are no denomination, units.'),
  minimumParticipants: z.int().min(3).default(3).describe('Fewest equal outputs.'),
  maximumWithoutChange: z.int().default(1).describe('Most participants without change: the taker.'),
  mostEarned: z.number().min(0).default(0.005).describe('Most a maker earns, as a part of the equal amount.'),
  allowance: z.bigint().nonnegative().default(10_000n).describe('What a maker may earn whatever the amount, units.'),
  mostSums: z.int().default(3_000).describe("Most sums of inputs that one maker's may be chosen from."),
  narrowEarned: z.number().min(0).default(0.0005).describe('Most a maker earns where it may have brought more inputs.'),
  narrowSums: z.int().default(100_000).describe("Most sums that one maker's may then be chosen from."),
  mostSteps: z.int().default(200_000).describe('Inputs looked at before the search for makers ends.'),
  roundUnit: z
    .bigint()
    .positive()
    .default(100_000n)
    .describe('Where the search cannot tell, an equal amount that is a multiple of this is taken for a payout, units.'),
  undecidedConfidence: z.int().default(40).describe('Confidence where there are too many inputs to tell.'),
});
type Params = z.output<typeof params>;

function fitsOutputs({ outputs }: TransactionRecord, count: number, limits: Params): boolean {
  if (count < limits.minimumParticipants || count * 2 < outputs.length || count === outputs.length) return false;
  return outputs.length + limits.maximumWithoutChange >= count * 2;
}

/**
 * Whether everybody but one received an equal output and change, and a little more than they brought. Checked twice: with the usual
 * pay and few sums to choose from, then with little pay and more sums, so that chance fits neither.
 */
function judgeMakers(record: TransactionRecord, { value, count }: EqualOutputs, limits: Params): MakerVerdict {
  const change = record.outputs.map((output) => output.value).filter((amount) => amount !== value);
  const judge = (part: number, allowance: bigint, mostSums: number): MakerVerdict => {
    const earned = BigInt(Math.floor(Number(value) * part));
    const mostEarned = earned > allowance ? earned : allowance;
    return findMakers(record.inputs, change, count - 1, {
      share: value,
      mostEarned,
      mostSums,
      mostSteps: limits.mostSteps,
    });
  };
  const usual = judge(limits.mostEarned, limits.allowance, limits.mostSums);
  if (usual === 'makers') return usual;
  const isNarrow = judge(limits.narrowEarned, limits.allowance / 10n, limits.narrowSums) === 'makers';
  return isNarrow ? 'makers' : usual;
}

/**
 * Where the sums cannot decide: the inputs have one form, as those of one market do, the amount is no round one, and the inputs allow
 * that everybody brought it.
 */
function isLikely({ inputs, ...record }: TransactionRecord, { value, count }: EqualOutputs, limits: Params): boolean {
  if (value % limits.roundUnit === 0n || new Set(inputs.map(({ owner }) => owner?.type)).size > 1) return false;
  return countPossibleFunders({ ...record, inputs }, value, limits.mostEarned) >= count;
}

const UNDECIDED = 'There are too many inputs to tell whether the amounts add up as those of makers and a taker do.';

/**
 * JoinMarket: a taker pays makers for mixing with it (Möser and Böhme 2016). Each receives one equal output, and change; a maker
 * gets back a little more than it brought, because it is paid (JoinMarket 0.9.11, maker.py refuses anything else). No payout
 * of a service has amounts that add up like this, so the rule asks that they do.
 */
export const joinmarket = defineDetector({
  id: 'joinmarket',
  version: 2,
  name: 'JoinMarket',
  kind: 'joinmarket',
  assets: ['btc', 'ltc', 'bch'],
  minimumInputs: 3,
  minimumOutputs: 4,
  confidence: 80,
  params,
  detect(record, limits): CoinJoinFinding | undefined {
    if (!isInUse(record, limits)) return undefined;
    const denomination = findMostFrequentOutput(record, limits.dust);
    if (!denomination || !fitsOutputs(record, denomination.count, limits)) return undefined;
    const owners = countInputOwners(record);
    if (!owners || denomination.count > owners.distinct || !hasDistinctOutputOwners(record)) return undefined;
    const verdict = judgeMakers(record, denomination, limits);
    const isProven = verdict === 'makers';
    if (verdict === 'none' || (!isProven && !isLikely(record, denomination, limits))) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'joinmarket',
      confidence: isProven ? this.confidence : limits.undecidedConfidence,
      isCoinJoin: true,
      participants: denomination.count,
      denominations: [denomination.value],
      notes: [isProven ? `${denomination.count - 1} participants received more than they brought.` : UNDECIDED],
    };
  },
});
