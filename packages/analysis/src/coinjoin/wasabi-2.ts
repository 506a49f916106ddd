import { z } from 'zod';
import { defineDetector } from './detector.ts';
import { countInputOwners, type EqualOutputs, groupOutputs, hasDistinctOutputOwners } from './mix-shape.ts';
import { isInUse, usePeriodParams } from './use-period.ts';

const params = z.object({
  ...usePeriodParams(741_213, null),
  minimumInputs: z.int().min(5).default(10).describe('Fewest inputs.'),
  topShare: z.number().default(0.1).describe('Largest share of the inputs that one owner may have.'),
  minimumOutput: z.bigint().default(5000n).describe('Smallest output, units.'),
  minimumTiers: z.int().min(3).default(3).describe('Fewest different amounts that occur twice or more.'),
  standardShare: z.number().default(0.5).describe('Least share of the repeated outputs that has a standard amount.'),
  maximumInputsEach: z.int().default(10).describe('Most inputs one participant registers.'),
});

/** Powers of 2 and 3, doubled powers of 3, and 1, 2 and 5 times powers of 10: what the wallet splits into. */
const STANDARD_AMOUNTS: ReadonlySet<bigint> = new Set(
  Array.from({ length: 48 }, (_, i) => BigInt(i)).flatMap((i) =>
    [2n ** i, 3n ** i, 2n * 3n ** i, 10n ** i, 2n * 10n ** i, 5n * 10n ** i].filter((amount) => amount < 2n ** 51n),
  ),
);

function countOutputs(groups: readonly EqualOutputs[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Wasabi 2 (WabiSabi): many inputs, and outputs in several standard amounts that occur more than once (Ficsór and others
 * 2021; parameters as in GraphSense 2.16). Rounds without any odd output are given up, to keep out payouts in equal parts;
 * the share of standard amounts (Schnoering and Vazirgiannis 2023) distinguishes them from Wasabi 1 and lets rounds of
 * ten inputs count, which small coordinators run.
 */
export const wasabi2 = defineDetector({
  id: 'wasabi-2',
  version: 2,
  name: 'Wasabi 2',
  kind: 'wasabi-2',
  assets: ['btc'],
  minimumInputs: 5,
  minimumOutputs: 7,
  confidence: 60,
  params,
  detect(record, limits) {
    if (record.inputs.length < limits.minimumInputs || !isInUse(record, limits)) return undefined;
    if (record.outputs.some(({ value }) => value < limits.minimumOutput)) return undefined;
    const tiers = groupOutputs(record).filter(({ count }) => count > 1);
    const repeated = countOutputs(tiers);
    if (tiers.length < limits.minimumTiers || repeated === record.outputs.length) return undefined;
    if (repeated * 2 < record.outputs.length - 1) return undefined;
    const standard = countOutputs(tiers.filter(({ value }) => STANDARD_AMOUNTS.has(value)));
    if (standard < repeated * limits.standardShare) return undefined;
    const owners = countInputOwners(record);
    if (!owners || owners.most > record.inputs.length * limits.topShare) return undefined;
    if (!hasDistinctOutputOwners(record)) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'wasabi-2',
      confidence: this.confidence,
      isCoinJoin: true,
      participants: Math.ceil(owners.distinct / limits.maximumInputsEach),
      denominations: tiers.map(({ value }) => value),
      notes: [],
    };
  },
});
