import type { RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { type DetectionContext, defineDetector } from './detector.ts';
import { countInputOwners, hasDistinctOutputOwners } from './mix-shape.ts';
import { isInUse, usePeriodParams } from './use-period.ts';

const params = z.object({
  ...usePeriodParams(570_000, 841_000),
  pools: z.array(z.bigint()).default([100_000n, 1_000_000n, 5_000_000n, 50_000_000n]).describe('Pool amounts, units.'),
  successorPools: z
    .array(z.bigint())
    .default([2_500_000n, 25_000_000n])
    .describe("The successor's pool amounts, units."),
  successorFromHeight: z.int().default(899_000).describe("First height of the successor's use on Bitcoin."),
  minimumParticipants: z.int().min(5).default(5).describe('Fewest inputs, and as many outputs.'),
  maximumParticipants: z.int().default(8).describe('Most inputs, and as many outputs.'),
  maximumEntrants: z
    .int()
    .default(4)
    .describe('Most new entrants, the first mix of a pool excepted; there is one at least.'),
  minimumPremium: z.bigint().default(100n).describe('Least a new entrant brings above the pool amount, units.'),
  maximumPremium: z.bigint().default(110_000n).describe('Most a new entrant brings above the pool amount, units.'),
  unknownLineageConfidence: z.int().default(50).describe('Confidence where not every source could be looked up.'),
  contradictedConfidence: z
    .int()
    .default(20)
    .describe('Confidence where a held source is not the Tx0 or mix it should be.'),
  endedConfidence: z.int().default(20).describe('Most confidence after the coordinator ended.'),
});
type Params = z.output<typeof params>;

/** Whether the amount is that of a pool there was by then: a successor opened pools of its own. */
function isPool(amount: bigint, record: TransactionRecord, limits: Params): boolean {
  if (limits.pools.includes(amount)) return true;
  return (
    limits.successorPools.includes(amount) &&
    isInUse(record, { fromHeight: limits.successorFromHeight, toHeight: null })
  );
}

/** As many outputs as inputs, within the bounds, and every output of the amount of the first. */
function hasMixShape({ inputs, outputs }: TransactionRecord, limits: Params): boolean {
  const size = inputs.length;
  if (size !== outputs.length || size < limits.minimumParticipants || size > limits.maximumParticipants) return false;
  return outputs.every(({ value }) => value === outputs[0]?.value);
}

/** Number of new entrants; undefined where an input fits neither an entrant nor a remix. */
function countEntrants(record: TransactionRecord, pool: bigint, limits: Params): number | undefined {
  let entrants = 0;
  for (const { value } of record.inputs) {
    if (value === undefined) return undefined;
    if (value === pool) continue;
    if (value < pool + limits.minimumPremium || value > pool + limits.maximumPremium) return undefined;
    entrants++;
  }
  return entrants;
}

/** Finds where each input comes from: a new entrant must come from a Tx0, any other from a mix. */
function checkLineage(inputs: readonly RecordInput[], pool: bigint, context: DetectionContext) {
  let unknown = 0;
  let contradictions = 0;
  for (const { source, value } of inputs) {
    if (source === undefined) unknown++;
    else if (context.kindAt(source) !== (value === pool ? 'whirlpool-mix' : 'whirlpool-tx0')) contradictions++;
  }
  return { unknown, contradictions };
}

function describeLineage({ unknown, contradictions }: ReturnType<typeof checkLineage>, size: number): string[] {
  const notes: string[] = [];
  if (unknown > 0) {
    notes.push(`The lineage of ${unknown} of ${size} inputs could not be checked: their sources are not held.`);
  }
  if (contradictions > 0) notes.push(`The sources of ${contradictions} of ${size} inputs are neither a Tx0 nor a mix.`);
  return notes.length > 0 ? notes : ['Every entrant comes from a Tx0 and every other input from a mix.'];
}

/**
 * A contradiction lowers the confidence and never clears: one mix that no rule recognises would else clear every later mix
 * that it feeds, and each of those would join strangers.
 */
function weigh({ unknown, contradictions }: ReturnType<typeof checkLineage>, proven: number, limits: Params): number {
  if (contradictions > 0) return limits.contradictedConfidence;
  return unknown > 0 ? limits.unknownLineageConfidence : proven;
}

/** The first mix of a pool has nobody to remix: all are new, and each comes from a Tx0. */
function isFirstMix(record: TransactionRecord, context: DetectionContext): boolean {
  return record.inputs.every(({ source }) => source !== undefined && context.kindAt(source) === 'whirlpool-tx0');
}

/**
 * Whirlpool mix: as many equal outputs as inputs, one to four of them new, the others from earlier mixes (Samourai Wallet;
 * parameters as in GraphSense 2.16). After the coordinator ended the shape stays one of several signers, so it is found, with
 * less confidence. Where the inputs come from weighs the finding.
 */
export const whirlpoolMix = defineDetector({
  id: 'whirlpool-mix',
  version: 2,
  name: 'Whirlpool mix',
  kind: 'whirlpool-mix',
  assets: ['btc'],
  minimumInputs: 5,
  minimumOutputs: 5,
  confidence: 60,
  params,
  detect(record, limits, context) {
    if (!isInUse(record, { ...limits, toHeight: null })) return undefined;
    const size = record.inputs.length;
    const pool = record.outputs[0]?.value;
    if (pool === undefined || !hasMixShape(record, limits) || !isPool(pool, record, limits)) return undefined;
    const entrants = countEntrants(record, pool, limits);
    if (entrants === undefined || entrants < 1) return undefined;
    if (entrants > limits.maximumEntrants && !(entrants === size && isFirstMix(record, context))) return undefined;
    if (countInputOwners(record)?.distinct !== size || !hasDistinctOutputOwners(record)) return undefined;
    const lineage = checkLineage(record.inputs, pool, context);
    const confidence = weigh(lineage, this.confidence, limits);
    const isEnded = limits.pools.includes(pool) && !isInUse(record, limits);
    const ended = isEnded ? ['The coordinator of this pool had ended: this is other software, or an imitation.'] : [];
    return {
      detector: this.id,
      version: this.version,
      kind: 'whirlpool-mix',
      confidence: isEnded ? Math.min(confidence, limits.endedConfidence) : confidence,
      isCoinJoin: true,
      participants: size,
      denominations: [pool],
      notes: [...ended, ...describeLineage(lineage, size)],
    };
  },
});
