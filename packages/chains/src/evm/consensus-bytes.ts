import {
  type Place,
  readAddress,
  readBytes,
  readHash,
  readList,
  readObject,
  readOptionalAddress,
  readQuantity,
} from './field-reader.ts';
import { bytesOfDigits } from './hex-bytes.ts';
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc-answer.ts';

type Fields = Readonly<Record<string, unknown>>;
type Reader = (fields: Fields, name: string, place: Place) => RlpItem;

const number: Reader = (fields, name, place) => rlpNumber(readQuantity(fields[name], place, name));
const hash: Reader = (fields, name, place) => bytesOfDigits(readHash(fields[name], place, name));
const address: Reader = (fields, name, place) => bytesOfDigits(readAddress(fields[name], place, name));
const addressOrNone: Reader = (fields, name, place) => bytesOfDigits(readOptionalAddress(fields[name], place, name));
const bytes: Reader = (fields, name, place) => bytesOfDigits(readBytes(fields[name], place, name));
const hashes: Reader = (fields, name, place) =>
  readList(fields[name], place, name).map((item) => bytesOfDigits(readHash(item, place, name)));
/** 0 or 1: nodes write it as `yParity`, older ones as `v` only. */
const parity: Reader = (fields, _name, place) =>
  rlpNumber(readQuantity(fields.yParity ?? fields.v, place, fields.yParity === undefined ? 'v' : 'yParity'));

const accessList: Reader = (fields, name, place) =>
  readList(fields[name] ?? [], place, name).map((item) => {
    const entry = readObject<Fields>(item, place, name);
    return [address(entry, 'address', place), hashes(entry, 'storageKeys', place)];
  });

const authorizations: Reader = (fields, name, place) =>
  readList(fields[name], place, name).map((item) =>
    readAll(readObject<Fields>(item, place, name), AUTHORIZATION, place),
  );

type Layout = readonly (readonly [string, Reader])[];

const SIGNATURE: Layout = [
  ['yParity', parity],
  ['r', number],
  ['s', number],
];
const AUTHORIZATION: Layout = [['chainId', number], ['address', address], ['nonce', number], ...SIGNATURE];
const CALL: Layout = [
  ['gas', number],
  ['to', addressOrNone],
  ['value', number],
  ['input', bytes],
];
const FEE_MARKET: Layout = [
  ['chainId', number],
  ['nonce', number],
  ['maxPriorityFeePerGas', number],
  ['maxFeePerGas', number],
  ...CALL,
  ['accessList', accessList],
];

/** Fields of each transaction type in the order they are signed and hashed: EIP-2930, 1559, 4844, 7702. */
const TRANSACTIONS: Readonly<Record<number, Layout>> = {
  0: [['nonce', number], ['gasPrice', number], ...CALL, ['v', number], ['r', number], ['s', number]],
  1: [['chainId', number], ['nonce', number], ['gasPrice', number], ...CALL, ['accessList', accessList], ...SIGNATURE],
  2: [...FEE_MARKET, ...SIGNATURE],
  3: [...FEE_MARKET, ['maxFeePerBlobGas', number], ['blobVersionedHashes', hashes], ...SIGNATURE],
  4: [...FEE_MARKET, ['authorizationList', authorizations], ...SIGNATURE],
};

const HEADER: Layout = [
  ['parentHash', hash],
  ['sha3Uncles', hash],
  ['miner', address],
  ['stateRoot', hash],
  ['transactionsRoot', hash],
  ['receiptsRoot', hash],
  ['logsBloom', bytes],
  ['difficulty', number],
  ['number', number],
  ['gasLimit', number],
  ['gasUsed', number],
  ['timestamp', number],
  ['extraData', bytes],
  ['mixHash', hash],
  ['nonce', bytes],
];
/** What forks added at the end, in their order: London, Shanghai, Cancun, Prague. */
const HEADER_FORKS: Layout = [
  ['baseFeePerGas', number],
  ['withdrawalsRoot', hash],
  ['blobGasUsed', number],
  ['excessBlobGas', number],
  ['parentBeaconBlockRoot', hash],
  ['requestsHash', hash],
];
/** What a node answers in addition to the header. */
const BESIDE_HEADER = ['hash', 'size', 'totalDifficulty', 'transactions', 'transactionCount', 'uncles', 'withdrawals'];
const KNOWN_FIELDS = new Set([...HEADER, ...HEADER_FORKS].map(([name]) => name).concat(BESIDE_HEADER));

function readAll(fields: Fields, layout: Layout, place: Place): RlpItem[] {
  return layout.map(([name, read]) => read(fields, name, place));
}

/** The header as it is hashed. */
export function encodeHeader(block: RpcBlock, place: Place): Uint8Array {
  const present = HEADER_FORKS.filter(([name]) => block[name] !== undefined && block[name] !== null);
  return encodeRlp([...readAll(block, HEADER, place), ...readAll(block, present, place)]);
}

/** True where the answer has a field no known fork has: its header may hash in a way that is not known here. */
export function hasUnknownFields(block: RpcBlock): boolean {
  return Object.keys(block).some((name) => !KNOWN_FIELDS.has(name));
}

function envelope(type: number, fields: RlpItem): Uint8Array {
  const payload = encodeRlp(fields);
  if (type === 0) return payload;
  const typed = new Uint8Array(payload.length + 1);
  typed[0] = type;
  typed.set(payload, 1);
  return typed;
}

/** The transaction as the trie holds it and as its id is hashed; undefined for a type that is not known here. */
export function encodeTransaction(transaction: RpcTransaction, type: number, place: Place): Uint8Array | undefined {
  const layout = TRANSACTIONS[type];
  return layout && envelope(type, readAll(transaction, layout, place));
}

/** The receipt as the trie holds it: before Byzantium with a state root, since then with a status. */
export function encodeReceipt(receipt: RpcReceipt, type: number, place: Place): Uint8Array {
  const hasStatus = receipt.status !== undefined && receipt.status !== null;
  const outcome = hasStatus ? number(receipt, 'status', place) : hash(receipt, 'root', place);
  const logs = readList(receipt.logs, place, 'logs').map((item) => {
    const log = readObject<Fields>(item, place, 'log');
    return [address(log, 'address', place), hashes(log, 'topics', place), bytes(log, 'data', place)];
  });
  const head = [outcome, number(receipt, 'cumulativeGasUsed', place), bytes(receipt, 'logsBloom', place)];
  return envelope(type, [...head, logs]);
}

/** A withdrawal as the trie holds it (EIP-4895). */
export function encodeWithdrawal(value: unknown, place: Place): Uint8Array {
  const withdrawal = readObject<Fields>(value, place, 'withdrawal');
  const layout: Layout = [
    ['index', number],
    ['validatorIndex', number],
    ['address', address],
    ['amount', number],
  ];
  return encodeRlp(readAll(withdrawal, layout, place));
}
