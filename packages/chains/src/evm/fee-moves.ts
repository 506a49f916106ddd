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
  /** What is burned, or shared out in ways the block does not show. */
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
  const price = readPrice(chain, header, transaction, receipt);
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

/** The price a receipt states is not among what its root proves, so it is checked against what the sender bid. */
function readPrice(
  chain: EvmChain,
  header: EvmHeader,
  transaction: EvmTransaction,
  receipt: EvmReceipt,
): bigint | undefined {
  const stated = receipt.effectiveGasPrice;
  const bid = chain.hasEthereumHashes ? bidPrice(header, transaction) : undefined;
  if (stated !== undefined && bid !== undefined && stated !== bid) {
    throw contradiction(
      receipt.place,
      `states ${stated} for each gas, but the transaction and its block make it ${bid}`,
    );
  }
  return stated ?? bid ?? transaction.gasPrice;
}

/** EIP-1559: the base fee and the tip bid on top of it, at most the highest price bid. */
function bidPrice({ baseFee }: EvmHeader, transaction: EvmTransaction): bigint | undefined {
  const { maxGasPrice, maxTip, gasPrice, type } = transaction;
  if (type <= 1) return gasPrice;
  if (baseFee === undefined || maxGasPrice === undefined || maxTip === undefined) return undefined;
  const wanted = baseFee + maxTip;
  if (wanted > maxGasPrice) return maxGasPrice;
  return wanted;
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
