import type { CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import {
  countInputOwners,
  countPossibleFunders,
  type EqualOutputs,
  findMostFrequent,
  groupOutputs,
  hasDistinctOutputOwners,
  type InputOwners,
} from './mix-shape.ts';
import { isInUse, usePeriodParams } from './use-period.ts';

const params = z.object({
  ...usePeriodParams(530_500, 799_000),
  minimumInputs: z.int().min(5).default(10).describe('Fewest inputs.'),
  topShare: z.number().default(0.1).describe('Largest share of the inputs that one owner may have.'),
  denomination: z.bigint().default(10_000_000n).describe('Amount of level 0, units; level i is 2^i times as much.'),
  tolerance: z.bigint().default(1_000_000n).describe('How far level 0 may be off, units; level i 2^i times as much.'),
  levels: z.int().min(1).default(12).describe('Levels looked for.'),
  minimumParticipants: z.int().min(3).default(3).describe('Fewest equal outputs of level 0.'),
  maximumInputsEach: z.int().default(7).describe('Most inputs of one participant.'),
  fundingSlack: z.number().min(0).max(1).default(0.01).describe('Part of level 0 a participant may not have brought.'),
  smallRound: z.int().default(20).describe('Below this many inputs, payouts in equal parts are looked for.'),
  splitResidue: z
    .number()
    .default(0.0001)
    .describe('Share of the outputs that may be left over by a payout in equal parts.'),
  earlyParticipants: z.int().default(8).describe('Fewest equal outputs of an early round, which has any amount.'),
  earlyUntilHeight: z.int().default(558_000).describe('Last height at which early rounds are looked for.'),
  earlyConfidence: z.int().default(49).describe('Confidence of an early round.'),
  singleLevelConfidence: z.int().default(70).describe('Confidence where only level 0 occurs.'),
});
type Params = z.output<typeof params>;

/** The largest group of equal outputs at each level; a level needs two. */
function findLevels(groups: readonly EqualOutputs[], limits: Params): (EqualOutputs | undefined)[] {
  const levels: (EqualOutputs | undefined)[] = [];
  for (const group of groups) {
    if (group.count < 2) continue;
    for (let i = 0; i < limits.levels; i++) {
      const scale = 1n << BigInt(i);
      const off = group.value - limits.denomination * scale;
      if (off > limits.tolerance * scale || -off > limits.tolerance * scale) continue;
      if (group.count > (levels[i]?.count ?? 0)) levels[i] = group;
    }
  }
  return levels;
}

/** Everything but a sliver is paid in equal parts, as a service splits its own money. */
function isEqualSplit(record: TransactionRecord, base: EqualOutputs, limits: Params): boolean {
  if (record.inputs.length >= limits.smallRound) return false;
  const total = record.outputs.reduce((sum, { value }) => sum + value, 0n);
  return Number(total - base.value * BigInt(base.count)) <= Number(total) * limits.splitResidue;
}

/** The levels of a round; or the one amount of an early round, which had others. */
function findRound(
  record: TransactionRecord,
  limits: Params,
): { levels: readonly EqualOutputs[]; isEarly: boolean } | undefined {
  const groups = groupOutputs(record);
  const [base, ...higher] = findLevels(groups, limits);
  if (base && base.count >= limits.minimumParticipants) {
    return { levels: [base, ...higher.filter((level) => level !== undefined)], isEarly: false };
  }
  if (!isInUse(record, { fromHeight: 0, toHeight: limits.earlyUntilHeight })) return undefined;
  const most = findMostFrequent(groups);
  if (!most || most.count < limits.earlyParticipants || most.count === record.outputs.length) return undefined;
  // One output of change each, and the coordinator's.
  return most.count * 2 >= record.outputs.length - 1 ? { levels: [most], isEarly: true } : undefined;
}

/** The owners fit: none has too many inputs, no two outputs go to one, and everybody may have brought the amount. */
function fitsOwners(record: TransactionRecord, base: EqualOutputs, limits: Params): InputOwners | undefined {
  if (record.inputs.length > limits.maximumInputsEach * base.count || isEqualSplit(record, base, limits))
    return undefined;
  if (countPossibleFunders(record, base.value, limits.fundingSlack) < base.count) return undefined;
  const owners = countInputOwners(record);
  if (!owners || owners.most > record.inputs.length * limits.topShare || base.count > owners.distinct) return undefined;
  return hasDistinctOutputOwners(record) ? owners : undefined;
}

/** Confidence of a round of one or more levels; undefined where equal outputs are the minority. */
function judgeLevels(record: TransactionRecord, levels: readonly EqualOutputs[], owners: InputOwners, limits: Params) {
  const base = levels[0]?.count ?? 0;
  const mixed = levels.reduce((sum, { count }) => sum + count, 0);
  if (mixed * 2 < record.outputs.length - 1) return undefined;
  const full = levels.length === 1 ? limits.singleLevelConfidence : 50 + Math.floor((50 * base) / owners.distinct);
  // Each participant has one change output at most, and the coordinator one: more of them speak against a round.
  return record.outputs.length - mixed <= base + 1 ? full : Math.floor(full / 2);
}

function describeRound(levels: number, isEarly: boolean): string {
  if (isEarly) return 'Another amount than 0.1 bitcoin, as in rounds before November 2018.';
  return levels === 1 ? 'One level only, as in Wasabi 1.0.' : `${levels} levels, as in Wasabi 1.1.`;
}

/**
 * Wasabi 1: about 0.1 bitcoin a participant in equal outputs (version 1.0), and from 1.1 on twice, four times, … as much
 * for those who brought more. Rules as in Schnoering and Vazirgiannis 2023, parameters as in GraphSense 2.16,
 * but with the wider tolerance of the paper: the amount rose to 0.11 bitcoin by 2021. Early rounds had any amount.
 */
export const wasabi1 = defineDetector({
  id: 'wasabi-1',
  version: 2,
  name: 'Wasabi 1',
  kind: 'wasabi-1',
  assets: ['btc'],
  minimumInputs: 5,
  minimumOutputs: 4,
  confidence: 70,
  params,
  detect(record, limits): CoinJoinFinding | undefined {
    if (record.inputs.length < limits.minimumInputs || !isInUse(record, limits)) return undefined;
    const round = findRound(record, limits);
    const base = round?.levels[0];
    const owners = base && fitsOwners(record, base, limits);
    if (!round || !base || !owners) return undefined;
    const confidence = round.isEarly ? limits.earlyConfidence : judgeLevels(record, round.levels, owners, limits);
    if (confidence === undefined) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'wasabi-1',
      confidence,
      isCoinJoin: true,
      participants: base.count,
      denominations: round.levels.map(({ value }) => value).toReversed(),
      notes: [describeRound(round.levels.length, round.isEarly)],
    };
  },
});
