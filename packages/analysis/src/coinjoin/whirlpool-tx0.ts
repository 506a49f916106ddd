import type { TransactionRecord } from '@trailmark/core/ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import { countInputOwners, type EqualOutputs, groupOutputs } from './mix-shape.ts';

const params = z.object({
  pools: z.array(z.bigint()).default([100_000n, 1_000_000n, 5_000_000n, 50_000_000n]).describe('Pool amounts, units.'),
  minimumPremium: z.bigint().default(100n).describe('Least a premix output has above the pool amount, units.'),
  maximumPremium: z.bigint().default(110_000n).describe('Most a premix output has above the pool amount, units.'),
  maximumOthers: z.int().default(2).describe('Most spendable outputs beside the premix: fee and change.'),
  maximumPremix: z.int().default(70).describe('Most premix outputs.'),
});
type Params = z.output<typeof params>;

function hasOneDataOutput({ outputs }: TransactionRecord): boolean {
  let count = 0;
  for (const { type } of outputs) if (type === 'op-return') count++;
  return count === 1;
}

function isPremix(value: bigint, limits: Params): boolean {
  return limits.pools.some((pool) => value >= pool + limits.minimumPremium && value <= pool + limits.maximumPremium);
}

/** The most frequent amount just above a pool's; of two as frequent ones the larger. */
function findPremix(groups: readonly EqualOutputs[], limits: Params): EqualOutputs | undefined {
  let found: EqualOutputs | undefined;
  for (const group of groups) {
    if (group.count > (found?.count ?? 0) && isPremix(group.value, limits)) found = group;
  }
  return found;
}

/**
 * Whirlpool Tx0: one wallet splits its coins into equal outputs a little above a pool's amount, pays the coordinator and
 * leaves a data output (Samourai Wallet; parameters as in GraphSense 2.16). It prepares a mix and is none itself.
 */
export const whirlpoolTx0 = defineDetector({
  id: 'whirlpool-tx0',
  version: 1,
  name: 'Whirlpool Tx0',
  kind: 'whirlpool-tx0',
  assets: ['btc'],
  minimumInputs: 1,
  minimumOutputs: 3,
  confidence: 60,
  params,
  detect(record, limits) {
    if (!hasOneDataOutput(record)) return undefined;
    const premix = findPremix(groupOutputs(record), limits);
    if (!premix || premix.count > limits.maximumPremix) return undefined;
    const others = record.outputs.length - 1 - premix.count;
    if (others < 1 || others > limits.maximumOthers || !countInputOwners(record)) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'whirlpool-tx0',
      confidence: this.confidence,
      isCoinJoin: false,
      participants: undefined,
      denominations: [premix.value],
      notes: [`${premix.count} premix outputs.`],
    };
  },
});
