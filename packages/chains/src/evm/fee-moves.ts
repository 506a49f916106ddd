import type { ValueMove } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmHeader } from './block-header.ts';
import type { EvmReceipt } from './block-receipt.ts';
import type { EvmTransaction } from './block-transaction.ts';
import { contradiction } from './field-reader.ts';
import { nativeMove } from './native-move.ts';

/** A deposit on the OP Stack pays on the chain below: its receipt states no l1Fee. */
const OP_DEPOSIT = 0x7e;

export interface TransactionFee {
  readonly total: bigint;
  /** Price of one gas that was paid. */
  readonly price: bigint;
  /** What is burned, or shared out in ways the block does not tell. */
  readonly fee: ValueMove | undefined;
  /** What the producer gets. */
  readonly tip: ValueMove | undefined;
}

/** What a transaction cost its sender and who got it; undefined where receipt and transaction leave out a part of it. */
export function readFee(
  chain: EvmChain,
  header: EvmHeader,
  transaction: EvmTransaction,
  receipt: EvmReceipt,
): TransactionFee | undefined {
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice;
  const lacksL1Fee = chain.hasL1Fee && receipt.l1Fee === undefined && transaction.type !== OP_DEPOSIT;
  if (price === undefined || lacksL1Fee || receipt.hasOperatorFee) return undefined;
  const gasFee = price * receipt.gasUsed;
  const l1Fee = receipt.l1Fee ?? 0n;
  const total = gasFee + receipt.blobFee + l1Fee;
  if (total >= 2n ** 256n) throw contradiction(receipt.place, 'states a fee of 2^256 or more');
  const burned = total - tipOf(chain, header, price, receipt);
  const { from } = transaction;
  return {
    total,
    price,
    fee: burned === 0n ? undefined : nativeMove('fee', { from, to: '' }, burned),
    tip: total === burned ? undefined : nativeMove('tip', { from, to: header.producer }, total - burned),
  };
}

function tipOf(chain: EvmChain, header: EvmHeader, price: bigint, receipt: EvmReceipt): bigint {
  switch (chain.feeRule) {
    case 'recipients-unknown':
      return 0n;
    case 'to-producer':
      return price * receipt.gasUsed;
    case 'base-fee-burned': {
      const baseFee = header.baseFee ?? 0n;
      if (price < baseFee) {
        throw contradiction(receipt.place, `paid ${price} for each gas, but the block's base fee is ${baseFee}`);
      }
      return (price - baseFee) * receipt.gasUsed;
    }
  }
}
