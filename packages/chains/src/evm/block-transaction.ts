import type { AccountKey } from '@trailmark/core/account-block';
import { encodeHex } from '@trailmark/core/hex';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmHeader } from './block-header.ts';
import {
  contradiction,
  expectSame,
  MAX_HEIGHT,
  MAX_INDEX,
  type Place,
  readAddress,
  readBytes,
  readCount,
  readHash,
  readObject,
  readOptionalAddress,
  readOptionalQuantity,
  readQuantity,
  ZERO_KEY,
} from './field-reader.ts';
import { bytesOfDigits } from './hex-bytes.ts';
import { keccak256 } from './keccak.ts';
import { encodeRlp, rlpNumber } from './rlp.ts';
import type { RpcTransaction } from './rpc-answer.ts';

const MAX_TYPE = 255;
/** Deposit from the chain below: OP Stack 0x7e states what it mints, an Arbitrum 0x64 mints its value. */
const ARBITRUM_DEPOSIT = 0x64;

/** A transaction as its block states it, before receipt and traces. */
export interface EvmTransaction {
  readonly index: number;
  readonly hash: string;
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly value: bigint;
  readonly nonce: bigint | undefined;
  readonly gas: bigint;
  readonly gasPrice: bigint | undefined;
  /** What the sender bid (EIP-1559); undefined for older transactions. */
  readonly maxGasPrice: bigint | undefined;
  readonly maxTip: bigint | undefined;
  readonly type: number;
  /** Whole, lower-case digits. */
  readonly input: string;
  /** Coins that came with it from the chain below a rollup; they stay even where it fails. */
  readonly minted: bigint;
  /** Sent by the protocol, not by an account: relatives of Ethereum keep such ones out of gas and bloom. */
  readonly isProtocol: boolean;
}

/** The transactions of a block, checked against their order and the block. */
export function readTransactions(chain: EvmChain, header: EvmHeader): EvmTransaction[] {
  const seen = new Set<string>();
  return header.transactions.map((value, index) => {
    const place: Place = { height: header.height, item: 'transaction', index };
    const transaction = readTransaction(chain, header, value, place);
    if (seen.has(transaction.hash)) throw contradiction(place, `has the hash 0x${transaction.hash} of one before it`);
    seen.add(transaction.hash);
    return transaction;
  });
}

function readTransaction(chain: EvmChain, header: EvmHeader, value: unknown, place: Place): EvmTransaction {
  if (typeof value === 'string')
    throw contradiction(place, 'is only an id: blocks are asked for with full transactions');
  const raw = readObject<RpcTransaction>(value, place, 'body');
  if (place.index > MAX_INDEX) throw contradiction(place, `is more than the ${MAX_INDEX + 1} a block can have here`);
  expectBlock(raw, header, place);
  expectChain(chain, raw, place);
  const type = readCount(raw.type ?? '0x0', place, 'type', MAX_TYPE);
  const from = readAddress(raw.from, place, 'from');
  const amount = readQuantity(raw.value, place, 'value');
  return {
    index: place.index,
    hash: readHash(raw.hash, place, 'hash'),
    from,
    to: readOptionalAddress(raw.to, place, 'to'),
    value: amount,
    nonce: readOptionalQuantity(raw.nonce, place, 'nonce'),
    gas: readQuantity(raw.gas, place, 'gas'),
    gasPrice: readOptionalQuantity(raw.gasPrice, place, 'gasPrice'),
    maxGasPrice: readOptionalQuantity(raw.maxFeePerGas, place, 'maxFeePerGas'),
    maxTip: readOptionalQuantity(raw.maxPriorityFeePerGas, place, 'maxPriorityFeePerGas'),
    type,
    input: readBytes(raw.input, place, 'input'),
    minted: readMinted(chain, raw, type, amount, place),
    isProtocol: !chain.hasEthereumHashes && from === ZERO_KEY,
  };
}

function expectBlock(raw: RpcTransaction, header: EvmHeader, place: Place): void {
  expectSame(readHash(raw.blockHash, place, 'blockHash'), header.hash, place, 'blockHash', 'the block');
  if (readCount(raw.blockNumber, place, 'blockNumber', MAX_HEIGHT) !== header.height) {
    throw contradiction(place, `has another blockNumber than its block`);
  }
  const index = readCount(raw.transactionIndex, place, 'transactionIndex', MAX_INDEX);
  if (index !== place.index) throw contradiction(place, `has the transactionIndex ${index}`);
}

/** A signature that names another chain's number cannot be in a block of this one. */
function expectChain(chain: EvmChain, raw: RpcTransaction, place: Place): void {
  const id = readOptionalQuantity(raw.chainId, place, 'chainId') ?? 0n;
  if (id !== 0n && id !== BigInt(chain.chainId) && !chain.isTest) {
    throw contradiction(place, `is signed for chain ${id}, and ${chain.name} is chain ${chain.chainId}`);
  }
}

function readMinted(chain: EvmChain, raw: RpcTransaction, type: number, value: bigint, place: Place): bigint {
  if (chain.hasL1Fee) return readOptionalQuantity(raw.mint, place, 'mint') ?? 0n;
  return chain.id === 'arbitrum' && type === ARBITRUM_DEPOSIT ? value : 0n;
}

/** Address of the contract a creation makes: the last 20 bytes of the hash over sender and nonce. */
export function createdAddress(transaction: Pick<EvmTransaction, 'from' | 'nonce'>): AccountKey | undefined {
  if (transaction.nonce === undefined) return undefined;
  const fields = encodeRlp([bytesOfDigits(transaction.from), rlpNumber(transaction.nonce)]);
  return encodeHex(keccak256(fields).subarray(12));
}
