// One pass over the bytes of a block that notes where everything is. Columns are laid out for the most transactions,
// inputs and outputs the bytes could hold; memory the pass does not write to is never touched.
import {
  IN_HEADER, IN_INPUTS, IN_LOCK_TIME, IN_OUTPUTS, IN_TX_COUNT, IN_VERSION, IN_WITNESS, MWEB_BODY, NO_FAULT, NO_INPUTS,
  NO_TRANSACTIONS, SUPERFLUOUS_WITNESS, TRAILING_BYTES, TRUNCATED, UNKNOWN_FLAGS,
} from './fault';
import { BASE, align } from './memory';
import { end, enter, fail, fault, moveTo, need, open, pos, readCount, skipBytes } from './reader';

export const ALLOW_EXTENSION: u32 = 1;
export const ALLOW_MWEB: u32 = 2;
export const ALLOW_P2SH32: u32 = 4;

export const HAS_WITNESS: u8 = 1;
export const IS_COINBASE: u8 = 2;
export const HAS_MWEB: u8 = 4;

/** Smallest serialized transaction, input and output. */
const MIN_TX: u32 = 51;
const MIN_INPUT: u32 = 41;
const MIN_OUTPUT: u32 = 9;
/** Bytes behind the block that wide loads may read. */
const SLACK: usize = 192;

export let txCount: u32 = 0;
export let inputCount: u32 = 0;
export let outputCount: u32 = 0;

export let txOffset: usize = 0;
export let txSize: usize = 0;
export let txStripped: usize = 0;
export let txFirstInput: usize = 0;
export let txFirstOutput: usize = 0;
export let txVersion: usize = 0;
export let txLockTime: usize = 0;
export let txFlags: usize = 0;
export let inOutpoint: usize = 0;
export let inScriptOffset: usize = 0;
export let inScriptLength: usize = 0;
export let inSequence: usize = 0;
export let outValue: usize = 0;
export let outScriptOffset: usize = 0;
export let outScriptLength: usize = 0;
/** First address behind the columns above. */
export let columnsEnd: usize = 0;

/** Memory the parse of a block of `length` bytes may write to, as an end address. */
export function parseEnd(length: u32): u64 {
  const bytes = <u64>length;
  const perTx = (bytes / MIN_TX + 2) * 29;
  return <u64>BASE + bytes + SLACK + perTx + (bytes / MIN_INPUT + 1) * 16 + (bytes / MIN_OUTPUT + 1) * 16 + 64;
}

function layOut(length: u32): void {
  const txs = <usize>(length / MIN_TX + 2) << 2;
  const inputs = <usize>(length / MIN_INPUT + 1) << 2;
  const outputs = <usize>(length / MIN_OUTPUT + 1) << 2;
  outValue = align(BASE + length + SLACK, 64);
  outScriptOffset = outValue + (outputs << 1);
  outScriptLength = outScriptOffset + outputs;
  inOutpoint = outScriptLength + outputs;
  inScriptOffset = inOutpoint + inputs;
  inScriptLength = inScriptOffset + inputs;
  inSequence = inScriptLength + inputs;
  txOffset = inSequence + inputs;
  txSize = txOffset + txs;
  txStripped = txSize + txs;
  txFirstInput = txStripped + txs;
  txFirstOutput = txFirstInput + txs;
  txVersion = txFirstOutput + txs;
  txLockTime = txVersion + txs;
  txFlags = txLockTime + txs;
  columnsEnd = align(txFlags + (txs >> 2), 64);
}

function readInputs(count: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    if (!need(MIN_INPUT)) return false;
    const column = <usize>inputCount << 2;
    store<u32>(inOutpoint + column, <u32>(pos - BASE));
    moveTo(pos + 36);
    const length = readCount(1);
    store<u32>(inScriptOffset + column, <u32>(pos - BASE));
    store<u32>(inScriptLength + column, length);
    moveTo(pos + length);
    if (fault != NO_FAULT || !need(4)) return false;
    store<u32>(inSequence + column, load<u32>(pos));
    moveTo(pos + 4);
    inputCount++;
  }
  return true;
}

function readOutputs(count: u32): bool {
  for (let i: u32 = 0; i < count; i++) {
    if (!need(MIN_OUTPUT)) return false;
    const column = <usize>outputCount << 2;
    store<u64>(outValue + (column << 1), load<u64>(pos));
    moveTo(pos + 8);
    const length = readCount(1);
    store<u32>(outScriptOffset + column, <u32>(pos - BASE));
    store<u32>(outScriptLength + column, length);
    moveTo(pos + length);
    if (fault != NO_FAULT) return false;
    outputCount++;
  }
  return true;
}

/** The witness stacks of all inputs (BIP144). They must not all be empty. */
function readWitness(inputs: u32): bool {
  const from = pos;
  let items: u32 = 0;
  for (let i: u32 = 0; i < inputs; i++) {
    const count = readCount(1);
    if (fault != NO_FAULT) return false;
    items |= count;
    for (let j: u32 = 0; j < count; j++) if (!skipBytes()) return false;
  }
  return items ? true : fail(SUPERFLUOUS_WITNESS, from);
}

/** A HogEx transaction (LIP-0002..0004) carries one zero byte here; a body would be parsed by Litecoin only. */
function readMweb(): bool {
  if (!need(1)) return false;
  if (load<u8>(pos)) return fail(MWEB_BODY, pos);
  moveTo(pos + 1);
  return true;
}

/** Coinbase: one input that spends index 2^32 - 1 of the all-zero hash. */
function isCoinbase(outpoint: usize): bool {
  return load<u32>(outpoint, 32) == 0xffffffff && (load<u64>(outpoint) | load<u64>(outpoint, 8) | load<u64>(outpoint, 16) | load<u64>(outpoint, 24)) == 0;
}

/** Marker and flag of BIP144. Answers the flag, 0 for a transaction without one. */
function readFlag(mweb: bool): u32 {
  if (load<u8>(pos)) return 0;
  const flag = <u32>load<u8>(pos, 1);
  if (!flag) fail(NO_INPUTS, pos);
  else if (flag & ~(mweb ? 9 : 1)) fail(UNKNOWN_FLAGS, pos + 1, flag);
  moveTo(pos + 2);
  return flag;
}

function readTransaction(mweb: bool): bool {
  const from = pos;
  const column = <usize>txCount << 2;
  enter(IN_VERSION);
  if (!need(10)) return false;
  store<u32>(txVersion + column, load<u32>(pos));
  moveTo(pos + 4);
  const flag = readFlag(mweb);
  if (fault != NO_FAULT) return false;
  enter(IN_INPUTS);
  const countAt = pos;
  const inputs = readCount(MIN_INPUT);
  if (fault != NO_FAULT) return false;
  if (!inputs) return fail(NO_INPUTS, countAt);
  const outpoint = pos;
  store<u32>(txFirstInput + column, inputCount);
  if (!readInputs(inputs)) return false;
  enter(IN_OUTPUTS);
  const outputs = readCount(MIN_OUTPUT);
  store<u32>(txFirstOutput + column, outputCount);
  if (fault != NO_FAULT || !readOutputs(outputs)) return false;
  const bodyEnd = pos;
  enter(IN_WITNESS);
  if (flag & 1 && !readWitness(inputs)) return false;
  if (flag & 8 && !readMweb()) return false;
  enter(IN_LOCK_TIME);
  if (!need(4)) return false;
  store<u32>(txLockTime + column, load<u32>(pos));
  moveTo(pos + 4);
  store<u32>(txOffset + column, <u32>(from - BASE));
  store<u32>(txSize + column, <u32>(pos - from));
  store<u32>(txStripped + column, <u32>(bodyEnd - from) + (flag ? 2 : 4));
  const coinbase = inputs == 1 && isCoinbase(outpoint) ? IS_COINBASE : 0;
  store<u8>(txFlags + txCount, <u8>(flag & 1) | coinbase | (flag & 8 ? HAS_MWEB : 0));
  txCount++;
  return true;
}

/** Fills the columns above from the `length` bytes at BASE. False where a fault was noted. */
export function parseBytes(length: u32, headerLength: u32, options: u32): bool {
  open(BASE, length);
  layOut(length);
  txCount = 0;
  inputCount = 0;
  outputCount = 0;
  enter(IN_HEADER);
  if (length < headerLength) return fail(TRUNCATED, end);
  moveTo(BASE + headerLength);
  enter(IN_TX_COUNT);
  const count = readCount(MIN_TX);
  if (fault != NO_FAULT) return false;
  if (!count) return fail(NO_TRANSACTIONS, BASE + headerLength);
  const mweb = (options & ALLOW_MWEB) != 0;
  for (let i: u32 = 0; i < count; i++) if (!readTransaction(mweb)) return false;
  store<u32>(txFirstInput + (<usize>txCount << 2), inputCount);
  store<u32>(txFirstOutput + (<usize>txCount << 2), outputCount);
  if (pos != end && !(options & ALLOW_EXTENSION)) return fail(TRAILING_BYTES, pos, end - pos);
  return true;
}
