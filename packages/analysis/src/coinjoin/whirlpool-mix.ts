import type { RecordInput, TransactionRecord } from '@trailmark/core/ledger';
import { z } from 'zod';
import { type DetectionContext, defineDetector } from './detector.ts';
import { countInputOwners, hasDistinctOutputOwners } from './mix-shape.ts';

const params = z.object({
  pools: z.array(z.bigint()).default([100_000n, 1_000_000n, 5_000_000n, 50_000_000n]).describe('Pool amounts, units.'),
  minimumParticipants: z.int().min(5).default(5).describe('Fewest inputs, and as many outputs.'),
  maximumParticipants: z.int().default(8).describe('Most inputs, and as many outputs.'),
  maximumEntrants: z.int().default(4).describe('Most new entrants; there is one at least.'),
  minimumPremium: z.bigint().default(100n).describe('Least a new entrant brings above the pool amount, units.'),
  maximumPremium: z.bigint().default(110_000n).describe('Most a new entrant brings above the pool amount, units.'),
  maximumContradictions: z
    .int()
    .nonnegative()
    .default(0)
    .describe('Inputs whose source is held and is neither the Tx0 nor the mix it should be.'),
  unknownLineageConfidence: z.int().default(50).describe('Confidence where not every source could be looked up.'),
});
type Params = z.output<typeof params>;

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

/** Looks up where each input comes from: a new entrant must come from a Tx0, any other from a mix. */
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
 * Whirlpool mix: as many equal outputs as inputs, one to four of them new, the others from earlier mixes (Samourai Wallet;
 * parameters as in GraphSense 2.16, which does not check where the inputs come from; this does).
 */
export const whirlpoolMix = defineDetector({
  id: 'whirlpool-mix',
  version: 1,
  name: 'Whirlpool mix',
  kind: 'whirlpool-mix',
  assets: ['btc'],
  minimumInputs: 5,
  minimumOutputs: 5,
  confidence: 60,
  params,
  detect(record, limits, context) {
    const size = record.inputs.length;
    if (size !== record.outputs.length || size < limits.minimumParticipants || size > limits.maximumParticipants) {
      return undefined;
    }
    const pool = record.outputs[0]?.value;
    if (pool === undefined || !limits.pools.includes(pool)) return undefined;
    if (record.outputs.some(({ value }) => value !== pool)) return undefined;
    const entrants = countEntrants(record, pool, limits);
    if (entrants === undefined || entrants < 1 || entrants > limits.maximumEntrants) return undefined;
    if (countInputOwners(record)?.distinct !== size || !hasDistinctOutputOwners(record)) return undefined;
    const lineage = checkLineage(record.inputs, pool, context);
    if (lineage.contradictions > limits.maximumContradictions) return undefined;
    const isProven = lineage.unknown === 0 && lineage.contradictions === 0;
    return {
      detector: this.id,
      version: this.version,
      kind: 'whirlpool-mix',
      confidence: isProven ? this.confidence : limits.unknownLineageConfidence,
      isCoinJoin: true,
      participants: size,
      denominations: [pool],
      notes: describeLineage(lineage, size),
    };
  },
});
