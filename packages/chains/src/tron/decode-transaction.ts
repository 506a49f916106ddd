import {
  type AccountLog,
  type AccountTransaction,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { encodeHex } from '@trailmark/core/hex';
import { contradiction, type Place, quoteValue } from '../evm/field-reader.ts';
import { type ContractCall, plainMove, readContractEffect, readFailedCall } from './contract-effect.ts';
import { contractTypeNumber, runsContract } from './contract-type.ts';
import { readInternalMoves } from './internal-moves.ts';
import { feeRecipient } from './tron-fees.ts';
import {
  isRecord,
  readAmount,
  readRecord,
  readRows,
  readTronBytes,
  readTronHash,
  readTronKey,
  type TronRecord,
} from './tron-json.ts';
import { pushTronTokenMoves, readTronLogs } from './tron-logs.ts';
import type { TextForm, TronLookups } from './tron-lookups.ts';

/** A transaction with what the node reports about it. */
export interface TronTransactionInput {
  readonly transaction: unknown;
  /** One of gettransactioninfobyblocknum; undefined where it was not requested or is not kept. */
  readonly info: TronRecord | undefined;
  /** The node keeps internal transactions, so that none means none. */
  readonly hasInternals: boolean;
  /** Amounts that a list reports without an info: what was withdrawn or unstaked. */
  readonly amounts?: TronRecord | undefined;
  readonly form: TextForm;
  readonly lookups: TronLookups;
  readonly place: Place;
  /** Of the block, seconds. */
  readonly time: number;
  readonly firstLogIndex: number;
}

export type DecodedTransaction = Omit<AccountTransaction, 'index' | 'indexEstimated'>;

const MAX_INPUT_DIGITS = 2048;

/**
 * One transaction as facts. It succeeded only where its own result and the receipt's say so; a failed one moves nothing
 * but its fee. Throws `inconsistent` where the node's answers are malformed or contradict each other.
 */
export function decodeTronTransaction(input: TronTransactionInput): DecodedTransaction {
  const { place, info, time } = input;
  const transaction = readRecord(input.transaction, place, 'a transaction');
  const raw = readRecord(transaction.raw_data, place, 'raw_data');
  const call = readCall(input, raw);
  const word = readResultWord(transaction, place);
  const status = readStatus(call.type, word, info, place);
  const effect = status === 'ok' ? readContractEffect(call) : readFailedCall(call);
  const fee = readFee(transaction, info, place);
  const result = status === 'ok' ? readResults(input) : NOTHING;
  const paid = fee ? [plainMove('fee', NATIVE_ASSET, call.owner, feeRecipient(time), fee)] : [];
  const data = call.value.data === undefined ? readMemo(raw.data) : readTronBytes(call.value.data, place, 'data');
  return {
    hash: readTronHash(transaction.txID, place, 'txID'),
    from: call.owner,
    to: effect.to,
    created: effect.created,
    value: effect.value,
    status,
    failure: status === 'failed' ? readFailure(word, info) : undefined,
    fee,
    feePayer: fee === undefined ? '' : call.owner,
    gasUsed: info && readAmount(receiptOf(info).energy_usage_total, place, 'energy_usage_total'),
    gasPrice: undefined,
    nonce: undefined,
    type: contractTypeNumber(call.type),
    input: data.slice(0, MAX_INPUT_DIGITS),
    inputLength: data.length / 2,
    holds: holdsOf(input, call.type, effect.isWhole && status !== 'unknown', fee !== undefined),
    moves: [...paid, ...effect.moves, ...result.moves],
    logs: result.logs,
    mentions: [],
  };
}

function readCall(input: TronTransactionInput, raw: TronRecord): ContractCall {
  const { place, info, form, lookups } = input;
  const contracts = readRows(raw.contract, place, 'contract');
  if (contracts.length !== 1)
    throw contradiction(place, `has ${contracts.length} contracts, and exactly one is possible`);
  const contract = readRecord(contracts[0], place, 'a contract');
  const value = readRecord(readRecord(contract.parameter, place, 'parameter').value, place, 'value');
  // The first kind has the number 0, which some nodes leave out.
  const type = contract.type === undefined ? 'AccountCreateContract' : String(contract.type).slice(0, 60);
  const owner = readTronKey(value.owner_address, place, 'owner_address');
  const told = info ?? input.amounts;
  return { type, value, owner, info: told ?? {}, hasInfo: told !== undefined, form, lookups, place };
}

/** A memo is anybody's text: hexadecimal bytes, or written out where the node does that. */
function readMemo(value: unknown): string {
  if (typeof value !== 'string') return '';
  const isHex = value.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(value);
  return isHex ? value.toLowerCase() : encodeHex(new TextEncoder().encode(value));
}

const receiptOf = (info: TronRecord): TronRecord => (isRecord(info.receipt) ? info.receipt : {});

/** The chain's word for the result; a few blocks list several results of which one has it. */
function readResultWord(transaction: TronRecord, place: Place): string | undefined {
  for (const row of readRows(transaction.ret, place, 'ret')) {
    const word = isRecord(row) ? row.contractRet : undefined;
    if (typeof word === 'string' && word !== 'DEFAULT') return word.slice(0, 40);
  }
  return undefined;
}

function readStatus(
  type: string,
  word: string | undefined,
  info: TronRecord | undefined,
  place: Place,
): 'ok' | 'failed' | 'unknown' {
  const receipt = info && receiptOf(info).result;
  const stated = typeof receipt === 'string' && receipt !== 'DEFAULT' ? receipt : undefined;
  if (word !== undefined && stated !== undefined && word !== stated) {
    throw contradiction(place, `has the result ${quoteValue(word)}, and its receipt says ${quoteValue(stated)}`);
  }
  const result = word ?? stated;
  const hasFailed = info?.result === 'FAILED';
  if (result === 'SUCCESS' && hasFailed) {
    throw contradiction(place, 'has the result "SUCCESS", and its receipt says "FAILED"');
  }
  if (result === 'SUCCESS') return 'ok';
  if (result !== undefined || hasFailed) return 'failed';
  // What the virtual machine does not run is in a block only if it worked; early blocks state no result for it.
  return runsContract(type) ? 'unknown' : 'ok';
}

function readFailure(word: string | undefined, info: TronRecord | undefined): string {
  const stated = word ?? (info ? receiptOf(info).result : undefined);
  return (typeof stated === 'string' ? stated : 'FAILED').replace(/[^\w ]/g, '?').slice(0, 40);
}

/** Everything the sender paid: energy, bandwidth, new accounts, signatures, memo, and what the contract type costs. */
function readFee(transaction: TronRecord, info: TronRecord | undefined, place: Place): bigint | undefined {
  if (info) return readAmount(info.fee, place, 'fee');
  const results = readRows(transaction.ret, place, 'ret');
  const stated = results.find((row) => isRecord(row) && row.fee !== undefined);
  return isRecord(stated) ? readAmount(stated.fee, place, 'fee') : undefined;
}

interface Results {
  readonly moves: readonly ValueMove[];
  readonly logs: readonly AccountLog[];
}
const NOTHING: Results = { moves: [], logs: [] };

function readResults(input: TronTransactionInput): Results {
  const { info, place, lookups, firstLogIndex } = input;
  if (!info) return NOTHING;
  const moves = readInternalMoves(info.internal_transactions, place, lookups);
  const logs = readTronLogs(info.log, firstLogIndex, place).filter((log) => !pushTronTokenMoves(log, moves));
  return { moves, logs };
}

function holdsOf(input: TronTransactionInput, type: string, isWhole: boolean, hasFee: boolean): number {
  const { info, hasInternals } = input;
  const runs = runsContract(type);
  return (
    (isWhole ? HAS_CALL : 0) |
    (hasFee ? HAS_FEE : 0) |
    (info || !runs ? HAS_LOGS : 0) |
    ((info && hasInternals) || !runs ? HAS_INTERNALS : 0)
  );
}
