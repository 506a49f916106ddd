import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { EvmChain } from '../account/chain-definition.ts';
import * as ofAccountCatalogue from '../account-catalogue.ts';
import type { EvmHeader } from './block-header.ts';
import type { EvmReceipt } from './block-receipt.ts';
import type { EvmTransaction } from './block-transaction.ts';
import * as ofFeeMoves from './fee-moves.ts';

const recorded = new WatchedResults();
const { getAccountChain } = recorded.watch(ofAccountCatalogue);
const { readFee } = recorded.watch(ofFeeMoves);

const ethereum = getAccountChain('eth') as EvmChain;
const rollup = getAccountChain('base') as EvmChain;
const place = { height: 7, item: 'receipt', index: 0 };

interface Given {
  readonly chain?: EvmChain;
  readonly baseFee?: bigint | undefined;
  readonly transaction?: Partial<EvmTransaction>;
  readonly receipt?: Partial<EvmReceipt>;
}

/** Of a transaction of type 2 that used 10 gas at a base fee of 100, with a tip of 3 and at most 200 for each. */
function feeOf({ chain = ethereum, transaction, receipt, ...header }: Given = {}): string {
  try {
    const fee = readFee(
      chain,
      { producer: 'producer', baseFee: 100n, ...header } as EvmHeader,
      { from: 'sender', type: 2, maxGasPrice: 200n, maxTip: 3n, gasPrice: undefined, ...transaction } as EvmTransaction,
      { place, gasUsed: 10n, blobFee: 0n, hasOperatorFee: false, ...receipt } as EvmReceipt,
    );
    if (fee === undefined) return 'not known';
    const end = (move: typeof fee.fee) => (move ? `${move.amount} ${move.from} to ${move.to || 'nobody'}` : 'none');
    return `${fee.total} at ${fee.price}, burned ${end(fee.fee)}, tip ${end(fee.tip)}`;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each<[string, Given, string]>([
  ['base fee and tip', {}, '1030 at 103, burned 1000 sender to nobody, tip 30 sender to producer'],
  [
    'no more than was bid at most',
    { transaction: { maxGasPrice: 102n } },
    '1020 at 102, burned 1000 sender to nobody, tip 20 sender to producer',
  ],
  [
    'all that was bid where both are the same',
    { transaction: { maxGasPrice: 103n } },
    '1030 at 103, burned 1000 sender to nobody, tip 30 sender to producer',
  ],
  ['no tip', { transaction: { maxTip: 0n } }, '1000 at 100, burned 1000 sender to nobody, tip none'],
  [
    'gas at a price of its own',
    { transaction: { type: 1, gasPrice: 150n } },
    '1500 at 150, burned 1000 sender to nobody, tip 500 sender to producer',
  ],
  [
    'everything to the producer before there was a base fee',
    { baseFee: undefined, transaction: { type: 0, gasPrice: 5n } },
    '50 at 5, burned none, tip 50 sender to producer',
  ],
  [
    'blobs, which are burned',
    { receipt: { blobFee: 7n } },
    '1037 at 103, burned 1007 sender to nobody, tip 30 sender to producer',
  ],
  [
    'what the receipt states too',
    { receipt: { effectiveGasPrice: 103n } },
    '1030 at 103, burned 1000 sender to nobody, tip 30 sender to producer',
  ],
])('a transaction pays %s', (_, given, fee) => {
  expect(feeOf(given)).toBe(fee);
});

test.each<[string, Given, string]>([
  ['a receipt with another price', { receipt: { effectiveGasPrice: 104n } }, 'states 104 for each gas'],
  ['a price below the base fee', { transaction: { type: 0, gasPrice: 99n } }, "the block's base fee is 100"],
  ['2^256 and more', { transaction: { type: 0, gasPrice: 2n ** 256n } }, '2^256 or more'],
  ['a bid that is left out', { transaction: { maxTip: undefined } }, 'not known'],
])('%s is no fee', (_, given, reason) => {
  expect(feeOf(given)).toContain(reason);
});

test('on a rollup the fee of the chain below is part of it, and without it only a deposit has one', () => {
  const at = { chain: rollup, receipt: { effectiveGasPrice: 2n } };
  const stated = feeOf({ ...at, receipt: { ...at.receipt, l1Fee: 5n } });
  expect(stated).toBe('25 at 2, burned 25 sender to nobody, tip none');
  expect(feeOf(at)).toBe('not known');
  expect(feeOf({ ...at, transaction: { type: 0x7e } })).toBe('20 at 2, burned 20 sender to nobody, tip none');
  expect(feeOf({ ...at, receipt: { ...at.receipt, l1Fee: 5n, hasOperatorFee: true } })).toBe('not known');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/fee-moves.txt');
});
