import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import { countInputOwners, type EqualOutputs, groupOutputs } from './mix-shape.ts';

const params = z.object({
  pools: z.array(z.bigint()).default([100_000n, 1_000_000n, 5_000_000n, 50_000_000n]).describe('Pool amounts, units.'),
  fees: z
    .array(z.bigint())
    .default([5000n, 50_000n, 175_000n, 1_750_000n])
    .describe('Coordinator fee of each pool, units, in the order of the pools.'),
  minimumFee: z.number().default(0.5).describe('Least part of the fee that one output pays.'),
  maximumFee: z.number().default(3).describe('Most of the fee that one output pays, as a multiple.'),
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

/** Number of the pool an amount is just above of. */
function findPool(value: bigint, limits: Params): number {
  return limits.pools.findIndex(
    (pool) => value >= pool + limits.minimumPremium && value <= pool + limits.maximumPremium,
  );
}

/** The most frequent spendable amount, if it is just above a pool's; of two as frequent ones the larger that is. */
function findPremix(groups: readonly EqualOutputs[], limits: Params): EqualOutputs | undefined {
  const most = groups.reduce((count, group) => Math.max(count, group.count), 0);
  return groups.find(({ value, count }) => count === most && findPool(value, limits) >= 0);
}

function paysFee({ outputs }: TransactionRecord, premix: bigint, limits: Params): boolean {
  const fee = limits.fees[findPool(premix, limits)];
  if (fee === undefined) return false;
  const least = Number(fee) * limits.minimumFee;
  const most = Number(fee) * limits.maximumFee;
  return outputs.some(
    ({ owner, value }) => owner && value !== premix && Number(value) >= least && Number(value) <= most,
  );
}

/**
 * Whirlpool Tx0: one wallet splits its coins into equal outputs a little above a pool's amount, pays the coordinator and
 * leaves a data output (Samourai Wallet; parameters as in GraphSense 2.16). The fee output is looked for
 * as Schnoering and Vazirgiannis 2023 do. It prepares a mix and is none itself.
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
    if (others < 1 || others > limits.maximumOthers) return undefined;
    if (!paysFee(record, premix.value, limits) || !countInputOwners(record)) return undefined;
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
