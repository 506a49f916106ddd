import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { z } from 'zod';
import { defineDetector } from './detector.ts';
import { countInputOwners, type EqualOutputs, groupOutputs } from './mix-shape.ts';
import { isInUse, usePeriodParams } from './use-period.ts';

const params = z.object({
  ...usePeriodParams(570_000, 841_000),
  pools: z.array(z.bigint()).default([100_000n, 1_000_000n, 5_000_000n, 50_000_000n]).describe('Pool amounts, units.'),
  fees: z
    .array(z.bigint())
    .default([5000n, 50_000n, 175_000n, 1_750_000n])
    .describe('Coordinator fee of each pool, units, in the order of the pools.'),
  minimumFee: z.number().default(0.5).describe('Least part of the fee that is paid, as with a discount.'),
  maximumFee: z.number().default(1.5).describe('Most of the fee that is paid, as a multiple: it was higher in 2019.'),
  minimumPremium: z.bigint().default(100n).describe('Least a premix output has above the pool amount, units.'),
  maximumPremium: z.bigint().default(110_000n).describe('Most a premix output has above the pool amount, units.'),
  minimumPremix: z
    .int()
    .min(1)
    .default(2)
    .describe('Fewest premix outputs where the fee is not exactly that of the pool.'),
  maximumPremix: z.int().default(70).describe('Most premix outputs.'),
  maximumOthers: z.int().default(2).describe('Most spendable outputs beside the premix: fee and change.'),
  singlePremixConfidence: z.int().default(40).describe('Confidence where there is one premix output only.'),
});
type Params = z.output<typeof params>;

/** One data output without value, and all outputs in ascending order of amount, as the wallet sorts them (BIP 69). */
function hasWalletOrder({ outputs }: TransactionRecord): boolean {
  let data = 0;
  let previous = 0n;
  for (const { type, value } of outputs) {
    if (type === 'op-return' && (++data > 1 || value > 0n)) return false;
    if (value < previous) return false;
    previous = value;
  }
  return data === 1;
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

/** Whether an output pays the coordinator: with one premix output nothing less than the exact fee will do. */
function paysFee({ outputs }: TransactionRecord, premix: EqualOutputs, limits: Params): boolean {
  const fee = limits.fees[findPool(premix.value, limits)];
  if (fee === undefined) return false;
  const isExact = premix.count < limits.minimumPremix;
  const least = isExact ? Number(fee) : Number(fee) * limits.minimumFee;
  const most = isExact ? Number(fee) : Number(fee) * limits.maximumFee;
  return outputs.some(
    ({ owner, value }) => owner && value !== premix.value && Number(value) >= least && Number(value) <= most,
  );
}

/**
 * Whirlpool Tx0: one wallet splits its coins into equal outputs a little above a pool's amount, pays the coordinator and
 * leaves a data output (Samourai Wallet; parameters as in GraphSense 2.16, outputs in the order of BIP 69 as in Samourai's
 * whirlpool-client). It prepares a mix and is none itself. With the coordinator, seized in April 2024, it ended.
 */
export const whirlpoolTx0 = defineDetector({
  id: 'whirlpool-tx0',
  version: 2,
  name: 'Whirlpool Tx0',
  kind: 'whirlpool-tx0',
  assets: ['btc'],
  minimumInputs: 1,
  minimumOutputs: 3,
  confidence: 60,
  params,
  detect(record, limits) {
    if (!isInUse(record, limits) || !hasWalletOrder(record)) return undefined;
    const premix = findPremix(groupOutputs(record), limits);
    if (!premix || premix.count > limits.maximumPremix) return undefined;
    const others = record.outputs.length - 1 - premix.count;
    if (others < 1 || others > limits.maximumOthers) return undefined;
    if (!paysFee(record, premix, limits) || !countInputOwners(record)) return undefined;
    return {
      detector: this.id,
      version: this.version,
      kind: 'whirlpool-tx0',
      confidence: premix.count === 1 ? limits.singlePremixConfidence : this.confidence,
      isCoinJoin: false,
      participants: undefined,
      denominations: [premix.value],
      notes: [
        premix.count === 1
          ? 'One premix output only: a payment can have this shape.'
          : `${premix.count} premix outputs.`,
      ],
    };
  },
});
