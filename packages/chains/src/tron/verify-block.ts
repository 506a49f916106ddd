import { encodeHex } from '@trailmark/core/hex';
import type { AccountBlockProof, TronProof } from '../account/block-proof.ts';
import { contradiction, type Place, quoteValue } from '../evm/field-reader.ts';
import { bytesOfDigits } from '../evm/hex-bytes.ts';
import { sha256 } from '../utxo/hash.ts';
import { lastField, ProtoWriter, readProto } from './proto-bytes.ts';
import {
  readAmount,
  readNumber,
  readRecord,
  readRows,
  readTronBytes,
  readTronHash,
  readTronKey,
  type TronRecord,
} from './tron-json.ts';

const HEIGHT_DIGITS = 16;
const ZERO_ROOT = '0'.repeat(64);

/** `Transaction.Result.contractResult` of Tron.proto, in order. */
const RESULTS = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
];

/**
 * Checks an answer of getblockbynum (requested without `visible`) against itself: the block's hash is its height and the hash of its
 * header, every transaction id is the hash of the signed bytes, these and the results make the root in the header, and
 * what the signed bytes pay is what the answer says. Infos are part of no hash. Throws `inconsistent`, naming what differs.
 */
export function verifyTronBlock(answer: unknown): void {
  const start: Place = { height: 0, item: '', index: 0 };
  const block = readRecord(answer, start, 'a block');
  const header = readRecord(readRecord(block.block_header, start, 'block_header').raw_data, start, 'raw_data');
  const height = readNumber(header.number, start, 'number', Number.MAX_SAFE_INTEGER);
  const place: Place = { height, item: '', index: 0 };
  // The genesis block is checked against its hash by the chain check: its transactions carry no signature.
  if (height === 0) return;
  const hash = readTronHash(block.blockID, place, 'blockID');
  const expected =
    height.toString(16).padStart(HEIGHT_DIGITS, '0') +
    encodeHex(sha256(encodeHeader(header, place))).slice(HEIGHT_DIGITS);
  if (hash !== expected)
    throw contradiction(place, `has the blockID ${quoteValue(hash)}, and its header hashes to ${expected}`);
  const leaves = readRows(block.transactions, place, 'transactions').map((row, index) =>
    sha256(encodeTransaction(row, { height, item: 'transaction', index })),
  );
  const root = leaves.length === 0 ? ZERO_ROOT : encodeHex(merkleRoot(leaves));
  const stated = header.txTrieRoot === undefined ? ZERO_ROOT : readTronHash(header.txTrieRoot, place, 'txTrieRoot');
  if (root !== stated) {
    throw contradiction(place, `has ${leaves.length} transactions that do not make the root of its header`);
  }
}

function encodeHeader(header: TronRecord, place: Place): Uint8Array {
  const bytes = (field: string): Uint8Array => bytesOfDigits(readTronBytes(header[field], place, field));
  const written = new ProtoWriter()
    .number(1, readAmount(header.timestamp, place, 'timestamp'))
    .bytes(2, bytes('txTrieRoot'))
    .bytes(3, bytes('parentHash'))
    .number(7, readAmount(header.number, place, 'number'))
    .number(8, readAmount(header.witness_id, place, 'witness_id'))
    .bytes(9, bytes('witness_address'))
    .number(10, readAmount(header.version, place, 'version'))
    .bytes(11, bytes('accountStateRoot'));
  return written.finish().slice();
}

/**
 * Proofs of some transactions of a block that was verified: the call, its signatures and its result. Event logs are part of no hash on
 * TRON. Throws `inconsistent` as `verifyTronBlock` does.
 */
export function proveTronTransactions(answer: unknown, txids: readonly string[]): AccountBlockProof {
  verifyTronBlock(answer);
  const start: Place = { height: 0, item: '', index: 0 };
  const block = readRecord(answer, start, 'a block');
  const head = readRecord(block.block_header, start, 'block_header');
  const header = readRecord(head.raw_data, start, 'raw_data');
  const height = readNumber(header.number, start, 'number', Number.MAX_SAFE_INTEGER);
  const place: Place = { height, item: '', index: 0 };
  const rows = readRows(block.transactions, place, 'transactions').map((row, index) => {
    const at: Place = { height, item: 'transaction', index };
    return {
      txid: readTronHash(readRecord(row, at, 'a transaction').txID, at, 'txID'),
      bytes: encodeTransaction(row, at),
    };
  });
  const levels = merkleLevels(rows.map(({ bytes }) => sha256(bytes)));
  const wanted = new Set(txids);
  const proofs = new Map<string, TronProof>();
  for (const [index, { txid, bytes }] of rows.entries()) {
    if (!wanted.has(txid)) continue;
    proofs.set(txid, {
      height,
      index,
      transaction: encodeHex(bytes),
      branch: merkleSiblings(levels, index).map(encodeHex),
    });
  }
  const signature =
    head.witness_signature === undefined ? '' : readTronBytes(head.witness_signature, place, 'witness_signature');
  return { header: encodeHex(encodeHeader(header, place)), signature, proofs };
}

/** The whole transaction, with signatures and results, as it is hashed; its signed bytes are checked against its id and its fields. */
function encodeTransaction(row: unknown, place: Place): Uint8Array {
  const transaction = readRecord(row, place, 'a transaction');
  const raw = bytesOfDigits(readTronBytes(transaction.raw_data_hex, place, 'raw_data_hex'));
  const id = readTronHash(transaction.txID, place, 'txID');
  if (encodeHex(sha256(raw)) !== id) throw contradiction(place, `has a txID that is not the hash of its raw_data_hex`);
  checkFields(readRecord(transaction.raw_data, place, 'raw_data'), raw, place);
  const written = new ProtoWriter().bytes(1, raw);
  for (const signature of readRows(transaction.signature, place, 'signature')) {
    written.bytes(2, bytesOfDigits(readTronBytes(signature, place, 'signature')), true);
  }
  for (const result of readRows(transaction.ret, place, 'ret')) {
    written.bytes(5, encodeResult(readRecord(result, place, 'a result'), place), true);
  }
  return written.finish().slice();
}

function encodeResult(result: TronRecord, place: Place): Uint8Array {
  const word = RESULTS.indexOf(String(result.contractRet ?? 'DEFAULT'));
  return new ProtoWriter()
    .number(1, readAmount(result.fee, place, 'fee'))
    .number(2, result.ret === 'FAILED' ? 1n : 0n)
    .number(3, BigInt(Math.max(0, word)))
    .finish();
}

/** Numbers of the fields that carry addresses and amounts, for the contract types that pay by themselves. */
const SIGNED_FIELDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TransferContract: { owner_address: 1, to_address: 2, amount: 3 },
  TransferAssetContract: { asset_name: 1, owner_address: 2, to_address: 3, amount: 4 },
  TriggerSmartContract: { owner_address: 1, contract_address: 2, call_value: 3, call_token_value: 5, token_id: 6 },
};

function checkFields(json: TronRecord, raw: Uint8Array, place: Place): void {
  const contract = readRecord(readRows(json.contract, place, 'contract')[0], place, 'a contract');
  const value = readRecord(readRecord(contract.parameter, place, 'parameter').value, place, 'value');
  const parameter = messageIn(messageIn(readProto(raw), 11), 2);
  const signedType = new TextDecoder().decode(bytesIn(parameter, 1)).replace(/^.*\./, '');
  const type = String(contract.type ?? 'AccountCreateContract');
  if (signedType !== type)
    throw contradiction(place, `is called a ${quoteValue(type)}, and ${quoteValue(signedType)} was signed`);
  const fields = Object.hasOwn(SIGNED_FIELDS, type) ? SIGNED_FIELDS[type] : undefined;
  const signed = messageIn(parameter, 2);
  for (const [name, number] of Object.entries(fields ?? {})) {
    if (!isSame(value[name], name, lastField(signed, number), place)) {
      throw contradiction(place, `has the ${name} ${quoteValue(value[name])}, and another was signed`);
    }
  }
}

function isSame(stated: unknown, name: string, signed: bigint | Uint8Array | undefined, place: Place): boolean {
  if (name.endsWith('_address')) {
    const key = signed instanceof Uint8Array ? readTronKey(encodeHex(signed), place, name) : '';
    return readTronKey(stated, place, name) === key;
  }
  if (name === 'asset_name')
    return readTronBytes(stated, place, name) === (signed instanceof Uint8Array ? encodeHex(signed) : '');
  return readAmount(stated, place, name) === (typeof signed === 'bigint' ? signed : 0n);
}

function bytesIn(fields: ReturnType<typeof readProto>, number: number): Uint8Array {
  const value = lastField(fields, number);
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

function messageIn(fields: ReturnType<typeof readProto>, number: number): ReturnType<typeof readProto> {
  return readProto(bytesIn(fields, number));
}

/** Pairs are hashed level by level; one left over goes up as it is. */
function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) level = nextLevel(level);
  return level[0] ?? new Uint8Array(32);
}

function nextLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const pair = new Uint8Array(64);
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const [left, right] = [level[i] as Uint8Array, level[i + 1]];
    pair.set(left);
    if (right) pair.set(right, 32);
    next.push(right ? sha256(pair) : left);
  }
  return next;
}

/** Levels of the tree that have siblings, leaves first. */
function merkleLevels(leaves: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels: (readonly Uint8Array[])[] = [];
  for (let level = leaves; level.length > 1; level = nextLevel(level)) levels.push(level);
  return levels;
}

const NO_SIBLING = new Uint8Array(0);

/** Siblings from the leaf up; empty bytes where there is none and the hash goes up as it is. */
function merkleSiblings(levels: readonly (readonly Uint8Array[])[], index: number): readonly Uint8Array[] {
  return levels.map((level, depth) => level[(index >> depth) ^ 1] ?? NO_SIBLING);
}
