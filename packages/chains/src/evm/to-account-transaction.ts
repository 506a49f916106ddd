import {
  type AccountTransaction,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmHeader } from './block-header.ts';
import type { TransactionLogs } from './block-logs.ts';
import type { EvmReceipt } from './block-receipt.ts';
import { createdAddress, type EvmTransaction } from './block-transaction.ts';
import type { CallFrame, TransactionFrames } from './call-frame.ts';
import { readFee, type TransactionFee } from './fee-moves.ts';
import { contradiction, type Place } from './field-reader.ts';
import { internalMoves } from './internal-moves.ts';
import { isCancun } from './is-cancun.ts';
import { nativeMove } from './native-move.ts';

const MAX_INPUT_DIGITS = 2 * 1_024;

interface Parts {
  readonly chain: EvmChain;
  readonly header: EvmHeader;
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt | undefined;
  readonly logs: TransactionLogs | undefined;
  readonly frames: TransactionFrames;
}

/** Puts together what block, receipt, logs and trace state about one transaction; what was not answered stays unknown. */
export function toAccountTransaction(parts: Parts): AccountTransaction {
  const { chain, header, transaction, receipt, frames } = parts;
  const root = readRoot(parts);
  const status = readStatus(parts, root);
  const isFailed = status === 'failed';
  const created = transaction.to !== '' || isFailed ? '' : createdBy(parts, root);
  const fee = receipt && readFee(chain, header, transaction, receipt);
  return {
    index: transaction.index,
    indexEstimated: false,
    hash: transaction.hash,
    from: transaction.from,
    to: transaction.to,
    created,
    value: transaction.value,
    status,
    failure: isFailed ? root?.failure : undefined,
    fee: fee?.total,
    feePayer: transaction.from,
    gasUsed: receipt?.gasUsed,
    gasPrice: fee?.price ?? transaction.gasPrice,
    nonce: transaction.nonce,
    type: transaction.type,
    input: transaction.input.slice(0, MAX_INPUT_DIGITS),
    inputLength: transaction.input.length / 2,
    holds:
      HAS_CALL |
      (fee === undefined ? 0 : HAS_FEE) |
      (parts.logs === undefined ? 0 : HAS_LOGS) |
      (frames === undefined ? 0 : HAS_INTERNALS),
    moves: listMoves(parts, fee, isFailed, created),
    logs: parts.logs?.kept ?? [],
    mentions: [],
  };
}

/** In the declared order: the fee, the call, the calls inside it as traced, tokens by log, the tip. */
function listMoves(parts: Parts, fee: TransactionFee | undefined, isFailed: boolean, created: string): ValueMove[] {
  const { chain, header, transaction, frames } = parts;
  const moves: ValueMove[] = [];
  if (fee?.fee) moves.push(fee.fee);
  pushCall(moves, transaction, isFailed ? 0n : transaction.value, transaction.to || created);
  if (frames && !isFailed) for (const move of internalMoves(frames, isCancun(chain, header))) moves.push(move);
  for (const move of parts.logs?.moves ?? []) moves.push(move);
  if (fee?.tip) moves.push(fee.tip);
  return moves;
}

/** What came from the chain below, then the call with its value: zero for most calls of contracts and for failed ones. */
function pushCall(moves: ValueMove[], transaction: EvmTransaction, value: bigint, to: string): void {
  const { from, minted } = transaction;
  if (minted > 0n) moves.push(nativeMove('internal', { from: '', to: from }, minted));
  moves.push(nativeMove('native', { from, to }, value));
}

/** The transaction's own call by its trace, checked against the transaction where the chain's rules are Ethereum's. */
function readRoot({ chain, header, transaction, receipt, frames }: Parts): CallFrame | undefined {
  const root = frames?.[0];
  if (root === undefined || !chain.hasEthereumHashes) return root;
  const place: Place = { height: header.height, item: 'trace of transaction', index: transaction.index };
  if (root.kind !== (transaction.to === '' ? 'create' : 'call')) {
    throw contradiction(place, `begins with a ${root.kind}, which is not what the transaction does`);
  }
  if (root.from !== transaction.from || (transaction.to !== '' && root.to !== transaction.to)) {
    throw contradiction(place, 'begins with a call between other addresses than the transaction');
  }
  const isOk = root.failure === undefined;
  if (isOk && root.value !== transaction.value) {
    throw contradiction(place, `moves ${root.value}, but the transaction ${transaction.value}`);
  }
  if (receipt?.isOk !== undefined && receipt.isOk !== isOk) {
    throw contradiction(place, `${isOk ? 'succeeds' : 'fails'}, but the receipt says the opposite`);
  }
  return root;
}

/**
 * Before Byzantium no receipt says whether a call failed. A trace does; without one, gas left over does, because every
 * failure then used all of it.
 */
function readStatus({ transaction, receipt }: Parts, root: CallFrame | undefined): AccountTransaction['status'] {
  const isOk = receipt?.isOk ?? (root && root.failure === undefined);
  if (isOk !== undefined) return isOk ? 'ok' : 'failed';
  return receipt !== undefined && receipt.gasUsed < transaction.gas ? 'ok' : 'unknown';
}

function createdBy({ chain, transaction, receipt }: Parts, root: CallFrame | undefined): string {
  const computed = chain.hasEthereumHashes ? createdAddress(transaction) : undefined;
  return receipt?.created || root?.to || computed || '';
}
