import {
  type AccountBlock,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_VERIFIED,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import { type EvmHeader, readHeader, readWithdrawals } from './block-header.ts';
import { expectSameLogs, logsOfFilter, logsOfReceipts, type TransactionLogs } from './block-logs.ts';
import { type EvmReceipt, readReceipts } from './block-receipt.ts';
import { type EvmTransaction, readTransactions } from './block-transaction.ts';
import type { TransactionFrames } from './call-frame.ts';
import { readObject } from './field-reader.ts';
import { readGethTraces } from './geth-frames.ts';
import { nativeMove } from './native-move.ts';
import { type ParityReward, readParityTraces } from './parity-frames.ts';
import type { EvmBlockAnswers, RpcTraces } from './rpc-answer.ts';
import type { GenesisGift } from './state-root.ts';
import { toAccountTransaction } from './to-account-transaction.ts';

export interface EvmBlockInput extends EvmBlockAnswers {
  readonly chain: EvmChain;
  /** Who answered, for coverage; holds no secret. */
  readonly source: string;
  /** `verifyEvmBlock` has recomputed hash and roots of these answers, receipts among them, and they hold. */
  readonly isVerified?: boolean | undefined;
  /** What the first block gave to accounts, for height 0 of the chain it belongs to: no answer states it. */
  readonly genesis?: readonly GenesisGift[] | undefined;
}

/** The block as facts. Throws `inconsistent`, naming height and field, where answers are malformed or contradict each other. */
export function decodeEvmBlock(input: EvmBlockInput): AccountBlock {
  const { chain, block } = input;
  const header = readHeader(chain, block);
  const transactions = readTransactions(chain, header);
  const receipts = input.receipts === undefined ? undefined : readReceipts(chain, header, transactions, input.receipts);
  const logs = readLogs(input, header, transactions, receipts);
  const traces = input.traces === undefined ? undefined : readTraces(chain, header, transactions, input.traces);
  const withdrawals = readWithdrawals(block, header.place);
  const decoded = transactions.map((transaction, index) =>
    toAccountTransaction({
      chain,
      header,
      transaction,
      receipt: receipts?.[index],
      logs: logs?.[index],
      frames: traces?.frames[index],
    }),
  );
  const holdsFees = receipts !== undefined && decoded.every(({ fee }) => fee !== undefined);
  const holdsInternals = traces?.frames.every((frames) => frames !== undefined) === true;
  const gifts = findGifts(input, header);
  const rewards = traces?.rewards ?? [];
  const holdsRewards = withdrawals !== undefined && rewardsAreKnown(chain, header, transactions, { rewards, gifts });
  return {
    height: header.height,
    hash: header.hash,
    parentHash: header.parentHash,
    time: header.time,
    producer: header.producer,
    holds:
      BLOCK_HOLDS_ALL |
      (holdsFees ? BLOCK_HOLDS_FEES : 0) |
      (logs === undefined ? 0 : BLOCK_HOLDS_TOKENS) |
      (holdsInternals ? BLOCK_HOLDS_INTERNALS : 0) |
      (holdsRewards ? BLOCK_HOLDS_REWARDS : 0) |
      (input.isVerified === true ? BLOCK_VERIFIED : 0),
    transactionTotal: transactions.length,
    source: input.source,
    transactions: decoded,
    moves: [...genesisMoves(gifts ?? []), ...rewardMoves(header, rewards), ...(withdrawals ?? [])].filter(
      ({ amount }) => amount > 0n,
    ),
  };
}

function readLogs(
  input: EvmBlockInput,
  header: EvmHeader,
  transactions: readonly EvmTransaction[],
  receipts: readonly EvmReceipt[] | undefined,
): TransactionLogs[] | undefined {
  const isVerified = input.isVerified === true;
  const source = { chain: input.chain, header, transactions, isVerified };
  const filtered = input.logs === undefined ? undefined : logsOfFilter(source, input.logs);
  if (receipts === undefined) return filtered;
  const logs = logsOfReceipts(source, receipts);
  if (filtered) expectSameLogs(header, logs, filtered);
  return logs;
}

function readTraces(
  chain: EvmChain,
  header: EvmHeader,
  transactions: readonly EvmTransaction[],
  traces: RpcTraces,
): { frames: TransactionFrames[]; rewards: ParityReward[] } {
  const block = {
    height: header.height,
    hash: header.hash,
    transactionHashes: transactions.map(({ hash }) => hash),
    isEachTraced: chain.hasEthereumHashes,
  };
  const { form, items } = readObject<RpcTraces>(traces, header.place, 'traces');
  if (form === 'parity') return readParityTraces(items, block);
  return { frames: readGethTraces(items, block), rewards: [] };
}

/** What the first block gave, where this is the chain's own first block. */
function findGifts({ chain, genesis }: EvmBlockInput, { height, hash }: EvmHeader): EvmBlockInput['genesis'] {
  return height === 0 && hash === chain.genesisHash ? genesis : undefined;
}

function genesisMoves(gifts: readonly GenesisGift[]): ValueMove[] {
  return gifts.map(({ address, amount }) => nativeMove('genesis', { from: '', to: address }, amount));
}

/**
 * What proof of work paid. Only a block with a difficulty has such a reward (EIP-3675 ended it): some nodes still list
 * the one of before the merge, which credits nobody.
 */
function rewardMoves({ isProofOfWork }: EvmHeader, rewards: readonly ParityReward[]): ValueMove[] {
  if (!isProofOfWork) return [];
  return rewards.map(({ author, value }) => nativeMove('reward', { from: '', to: author }, value));
}

/** Arbitrum's messages from the chain below, other than plain deposits (0x64): what they move is not in their fields. */
const ARBITRUM_MESSAGES = [0x65, 0x66, 0x68, 0x69];

/** Whether everything the block itself pays out is reported: stake withdrawals, and under proof of work its reward. */
function rewardsAreKnown(
  chain: EvmChain,
  header: EvmHeader,
  transactions: readonly EvmTransaction[],
  { rewards, gifts }: { readonly rewards: readonly ParityReward[]; readonly gifts: readonly GenesisGift[] | undefined },
): boolean {
  // The first block's allocation is in no answer.
  if (header.height === 0) return gifts !== undefined;
  if (header.isProofOfWork) return rewards.some(({ isBlock }) => isBlock);
  if (header.hasAtomicTransactions) return false;
  return chain.id !== 'arbitrum' || !transactions.some(({ type }) => ARBITRUM_MESSAGES.includes(type));
}
