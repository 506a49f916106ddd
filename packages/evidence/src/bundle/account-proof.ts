import type { EvmProof, TransactionProof, TronProof } from '@trailmark/chains/account/block-proof';
import { isRecord } from './strict-json.ts';

/** A header of an account chain, read from the bytes that are hashed. */
export interface AccountHeader {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** TRON: who produced it. */
  readonly producer: string | undefined;
  /** What transactions are proven against: the root of transactions, and of receipts where there is one. */
  readonly roots: readonly string[];
}

export interface ProvenMove {
  /** Contract, hexadecimal; empty for the coin of the chain. */
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

/** What the proof of a transaction says. */
export interface ProvenCall {
  /**
   * What the transaction itself paid; undefined where it failed or the block does not say that it succeeded. Who paid it follows from the
   * signature, which takes a thousand times as long as the rest: it is calculated when a claim rests on it.
   */
  readonly payment: () => ProvenMove | undefined;
  /** Transfers of tokens by the place of their event; undefined for other events. */
  readonly logs: readonly (ProvenMove | undefined)[];
  readonly how: string;
  /** Whether events are part of a hash: not on TRON, where `logs` has what the signed call requested. */
  readonly isLogHashed: boolean;
}

const HEX = /^(?:[0-9a-f]{2})*$/;
const isHexText = (value: unknown): value is string => typeof value === 'string' && HEX.test(value);
const areHex = (value: unknown): boolean => Array.isArray(value) && value.length <= 64 && value.every(isHexText);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether a value of a file is the proof of a transaction as the family of the chain has it. */
export function isProof(value: unknown, family: 'evm' | 'tron'): value is TransactionProof {
  if (!isRecord(value) || !isCount(value.height) || !isCount(value.index)) return false;
  const members = Object.keys(value).join();
  return family === 'evm'
    ? members === 'height,index,receipt,transaction' && areHex(value.receipt) && areHex(value.transaction)
    : members === 'branch,height,index,transaction' && areHex(value.branch) && isHexText(value.transaction);
}

export const isEvmProof = (proof: TransactionProof): proof is EvmProof => 'receipt' in proof;
export const isTronProof = (proof: TransactionProof): proof is TronProof => 'branch' in proof;

export interface HeaderRow {
  readonly raw: string;
  readonly signature?: string;
}

export function isHeaderRow(value: unknown, family: 'evm' | 'tron'): value is HeaderRow {
  if (!isRecord(value) || !isHexText(value.raw)) return false;
  const members = Object.keys(value).join();
  return family === 'evm' ? members === 'raw' : members === 'raw,signature' && isHexText(value.signature);
}
