import type { AccountKey } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import { type EvmHeader, readBloom } from './block-header.ts';
import { createdAddress, type EvmTransaction } from './block-transaction.ts';
import {
  contradiction,
  expectSame,
  MAX_GAS,
  MAX_INDEX,
  type Place,
  quoteValue,
  readAddress,
  readCount,
  readHash,
  readList,
  readObject,
  readOptionalAddress,
  readOptionalQuantity,
} from './field-reader.ts';
import type { RpcReceipt } from './rpc-answer.ts';

/** A receipt checked against its transaction. */
export interface EvmReceipt {
  readonly place: Place;
  /** Undefined before Byzantium, where receipts state a root and no outcome. */
  readonly isOk: boolean | undefined;
  readonly gasUsed: bigint;
  /** Undefined where an old node leaves it out. */
  readonly effectiveGasPrice: bigint | undefined;
  readonly blobFee: bigint;
  /** Undefined where the receipt states none. */
  readonly l1Fee: bigint | undefined;
  /** It states an operator fee, whose formula changed with a fork: the fee cannot be derived. */
  readonly hasOperatorFee: boolean;
  readonly created: AccountKey;
  readonly bloom: string | undefined;
  readonly logs: readonly unknown[];
}

/** One receipt a transaction, in order, whose gas adds up to the header's. */
export function readReceipts(
  chain: EvmChain,
  header: EvmHeader,
  transactions: readonly EvmTransaction[],
  raw: readonly RpcReceipt[],
): EvmReceipt[] {
  const list = readList(raw, header.place, 'receipts');
  if (list.length !== transactions.length) {
    throw contradiction(header.place, `has ${transactions.length} transactions, but ${list.length} receipts`);
  }
  let gas = 0;
  const receipts = transactions.map((transaction, index) => {
    const place: Place = { height: header.height, item: 'receipt', index };
    const receipt = readObject<RpcReceipt>(list[index], place, 'body');
    expectOwner(receipt, transaction, header, place);
    gas = readCumulativeGas(chain, receipt, transaction, gas, place);
    return readReceipt(chain, receipt, transaction, place);
  });
  if (chain.hasEthereumHashes && gas !== header.gasUsed) {
    throw contradiction(header.place, `used ${header.gasUsed} gas, but its receipts add up to ${gas}`);
  }
  return receipts;
}

function expectOwner(receipt: RpcReceipt, transaction: EvmTransaction, header: EvmHeader, place: Place): void {
  const of = `transaction ${transaction.index}`;
  const hash = readHash(receipt.transactionHash, place, 'transactionHash');
  expectSame(hash, transaction.hash, place, 'transactionHash', of);
  expectSame(readHash(receipt.blockHash, place, 'blockHash'), header.hash, place, 'blockHash', 'the block');
  const index = readCount(receipt.transactionIndex, place, 'transactionIndex', MAX_INDEX);
  if (index !== transaction.index) throw contradiction(place, `has the transactionIndex ${index}`);
  expectSame(readAddress(receipt.from, place, 'from'), transaction.from, place, 'from', of);
  expectSame(readOptionalAddress(receipt.to, place, 'to'), transaction.to, place, 'to', of);
}

/** Gas used up to and with this transaction. */
function readCumulativeGas(
  chain: EvmChain,
  receipt: RpcReceipt,
  transaction: EvmTransaction,
  before: number,
  place: Place,
): number {
  if (transaction.isProtocol) return before;
  const used = readCount(receipt.gasUsed, place, 'gasUsed', MAX_GAS);
  const sum = readCount(receipt.cumulativeGasUsed, place, 'cumulativeGasUsed', MAX_GAS);
  const fits = chain.hasEthereumHashes ? sum === before + used : sum >= before;
  if (!fits)
    throw contradiction(place, `has the cumulativeGasUsed ${sum}, but ${before} and its own ${used} came before`);
  if (BigInt(used) > transaction.gas && chain.hasEthereumHashes) {
    throw contradiction(place, `used ${used} gas, but its transaction allowed ${transaction.gas}`);
  }
  return sum;
}

function readReceipt(chain: EvmChain, receipt: RpcReceipt, transaction: EvmTransaction, place: Place): EvmReceipt {
  const blobGas = readOptionalQuantity(receipt.blobGasUsed, place, 'blobGasUsed') ?? 0n;
  const blobPrice = readOptionalQuantity(receipt.blobGasPrice, place, 'blobGasPrice') ?? 0n;
  const isOk = readStatus(receipt, place);
  return {
    place,
    isOk,
    gasUsed: BigInt(readCount(receipt.gasUsed, place, 'gasUsed', MAX_GAS)),
    effectiveGasPrice: readOptionalQuantity(receipt.effectiveGasPrice, place, 'effectiveGasPrice'),
    // Relatives state a blob gas that is not paid for here, or paid within the l1Fee.
    blobFee: chain.hasEthereumHashes ? blobGas * blobPrice : 0n,
    l1Fee: chain.hasL1Fee ? readOptionalQuantity(receipt.l1Fee, place, 'l1Fee') : undefined,
    hasOperatorFee: chain.hasL1Fee && statesOperatorFee(receipt, place),
    created: readCreated(chain, receipt, transaction, place),
    bloom: readBloom(receipt.logsBloom, place, false),
    logs: readList(receipt.logs, place, 'logs'),
  };
}

function statesOperatorFee(receipt: RpcReceipt, place: Place): boolean {
  const scalar = readOptionalQuantity(receipt.operatorFeeScalar, place, 'operatorFeeScalar') ?? 0n;
  return scalar + (readOptionalQuantity(receipt.operatorFeeConstant, place, 'operatorFeeConstant') ?? 0n) > 0n;
}

function readStatus(receipt: RpcReceipt, place: Place): boolean | undefined {
  const hasRoot = receipt.root !== undefined && receipt.root !== null && receipt.root !== '0x';
  if ((receipt.status === undefined || receipt.status === null) && hasRoot) {
    readHash(receipt.root, place, 'root');
    return undefined;
  }
  const status = readCount(receipt.status, place, 'status', Number.MAX_SAFE_INTEGER);
  if (status > 1) throw contradiction(place, `has the status ${quoteValue(receipt.status)}, which is neither 0 nor 1`);
  return status === 1;
}

function readCreated(chain: EvmChain, receipt: RpcReceipt, transaction: EvmTransaction, place: Place): AccountKey {
  if (transaction.to !== '') return '';
  const stated = readOptionalAddress(receipt.contractAddress, place, 'contractAddress');
  const computed = chain.hasEthereumHashes ? createdAddress(transaction) : undefined;
  if (stated !== '' && computed !== undefined) {
    expectSame(stated, computed, place, 'contractAddress', 'the hash of sender and nonce');
  }
  return stated === '' ? (computed ?? '') : stated;
}
