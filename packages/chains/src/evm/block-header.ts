import type { AccountKey, ValueMove } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import {
  contradiction,
  MAX_GAS,
  MAX_HEIGHT,
  MAX_TIME,
  type Place,
  readAddress,
  readBytes,
  readCount,
  readHash,
  readList,
  readObject,
  readOptionalQuantity,
  readQuantity,
} from './field-reader.ts';
import { nativeMove } from './native-move.ts';
import type { RpcBlock } from './rpc-answer.ts';

const GWEI = 1_000_000_000n;
const BLOOM_DIGITS = 512;

/** What the rest of a block is checked against. */
export interface EvmHeader {
  readonly height: number;
  /** Where the block itself is named in a sentence. */
  readonly place: Place;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly producer: AccountKey;
  readonly gasUsed: number;
  /** Undefined before London. */
  readonly baseFee: bigint | undefined;
  /** 512 digits; undefined where a relative of Ethereum states none. */
  readonly bloom: string | undefined;
  readonly isProofOfWork: boolean;
  /** Avalanche: coins that come from and go to its other chains within the block, in a form that is not read here. */
  readonly hasAtomicTransactions: boolean;
  readonly transactions: readonly unknown[];
}

export function readHeader(chain: EvmChain, block: RpcBlock): EvmHeader {
  const raw = readObject<RpcBlock>(block, { height: 0, item: '', index: 0 }, 'block');
  const height = readCount(raw.number, { height: 0, item: '', index: 0 }, 'number', MAX_HEIGHT);
  const place: Place = { height, item: '', index: 0 };
  const hash = readHash(raw.hash, place, 'hash');
  return {
    height,
    place,
    hash,
    parentHash: readHash(raw.parentHash, place, 'parentHash'),
    time: readCount(raw.timestamp, place, 'timestamp', MAX_TIME),
    producer: readAddress(raw.miner, place, 'miner'),
    gasUsed: readCount(raw.gasUsed, place, 'gasUsed', MAX_GAS),
    baseFee: readOptionalQuantity(raw.baseFeePerGas, place, 'baseFeePerGas'),
    bloom: readBloom(raw.logsBloom, place, chain.hasEthereumHashes),
    isProofOfWork: chain.hasEthereumHashes && (readOptionalQuantity(raw.difficulty, place, 'difficulty') ?? 0n) > 0n,
    hasAtomicTransactions: chain.id === 'avalanche' && (raw.blockExtraData ?? '0x') !== '0x',
    transactions: readList(raw.transactions, place, 'transactions'),
  };
}

/** A filter over logs, of a header or a receipt. */
export function readBloom(value: unknown, place: Place, isRequired: boolean): string | undefined {
  if (!isRequired && (value === undefined || value === null)) return undefined;
  const bloom = readBytes(value, place, 'logsBloom');
  if (bloom.length !== BLOOM_DIGITS) throw contradiction(place, 'has a logsBloom that is not 256 bytes long');
  return bloom;
}

/** Withdrawals of stake (EIP-4895), stated in gwei; undefined where the header commits to some and the answer has none. */
export function readWithdrawals(block: RpcBlock, place: Place): ValueMove[] | undefined {
  if (block.withdrawals === undefined || block.withdrawals === null) {
    return block.withdrawalsRoot === undefined || block.withdrawalsRoot === null ? [] : undefined;
  }
  return readList(block.withdrawals, place, 'withdrawals').map((value, index) => {
    const at: Place = { height: place.height, item: 'withdrawal', index };
    const raw = readObject<{ address?: unknown; amount?: unknown }>(value, at, 'body');
    const amount = readQuantity(raw.amount, at, 'amount');
    if (amount >= 2n ** 64n) throw contradiction(at, 'has an amount of 2^64 gwei or more');
    return nativeMove('withdrawal', { from: '', to: readAddress(raw.address, at, 'address') }, amount * GWEI);
  });
}
