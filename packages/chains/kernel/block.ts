// A block in one call: parse, txids, merkle root, script forms and owners.
import { NO_FAULT, OUT_OF_MEMORY } from './fault';
import { runJobs, JOB_SIZE } from './hash-jobs';
import { align, BASE, ensure } from './memory';
import { merkleRoot, mutated } from './merkle';
import { ownerEnd, readOwners } from './owners';
import * as p from './parse';
import { fail, fault, faultAt, faultValue, part, pos } from './reader';
import { hash32x4 } from './sha256';

const HEADER_HASH: usize = memory.data(128, 16);
const ROOT: usize = memory.data(32, 16);
/** 32 words the TypeScript side reads; kernel.ts names them in this order. */
const RESULT: usize = memory.data(128, 16);

/** Makes room for a block of `length` bytes and answers where to put it, 0 where there is no room. */
export function prepare(length: u32): usize {
  return ensure(p.parseEnd(length)) ? BASE : 0;
}

function addJob(jobs: usize, index: u32, from: usize, length: u32, suffix: usize, to: usize): void {
  const job = jobs + <usize>index * JOB_SIZE;
  store<u32>(job, <u32>from);
  store<u32>(job, length, 4);
  store<u32>(job, <u32>suffix, 8);
  store<u32>(job, <u32>to, 12);
}

/** First SHA-256 of the witness-free bytes of every transaction, then the second one in place. */
function hashTransactions(txids: usize, jobs: usize): void {
  for (let i: u32 = 0; i < p.txCount; i++) {
    const column = <usize>i << 2;
    const from = BASE + load<u32>(p.txOffset + column);
    const stripped = load<u32>(p.txStripped + column);
    const to = txids + (<usize>i << 5);
    if (!isExtended(i)) {
      addJob(jobs, i, from, stripped, 0, to);
      continue;
    }
    // Without marker, flag and witness three pieces remain. Moving the version up against the inputs, over marker
    // and flag, makes the first two one; it is undone below. The lock time is the suffix.
    store<u32>(from + 2, load<u32>(from));
    addJob(jobs, i, from + 2, stripped - 4, from + load<u32>(p.txSize + column) - 4, to);
  }
  runJobs(jobs, p.txCount);
  for (let i: u32 = 0; i < p.txCount; i++) if (isExtended(i)) restoreMarker(i);
  for (let i: u32 = 0; i < p.txCount; i += 4) hash32x4(txids + (<usize>i << 5), txids + (<usize>i << 5));
}

function isExtended(tx: u32): bool {
  return (load<u8>(p.txFlags + tx) & (p.HAS_WITNESS | p.HAS_MWEB)) != 0;
}

function restoreMarker(tx: u32): void {
  const flags = load<u8>(p.txFlags + tx);
  const from = BASE + load<u32>(p.txOffset + (<usize>tx << 2));
  store<u32>(from, load<u32>(p.txVersion + (<usize>tx << 2)));
  store<u8>(from, 0, 4);
  store<u8>(from, (flags & p.HAS_WITNESS ? 1 : 0) | (flags & p.HAS_MWEB ? 8 : 0), 5);
}

function hashHeader(jobs: usize): void {
  addJob(jobs, 0, BASE, 80, 0, HEADER_HASH);
  runJobs(jobs, 1);
  hash32x4(HEADER_HASH, HEADER_HASH);
}

function sameHash(a: usize, b: usize): bool {
  return load<u64>(a) == load<u64>(b) && load<u64>(a, 8) == load<u64>(b, 8) && load<u64>(a, 16) == load<u64>(b, 16) && load<u64>(a, 24) == load<u64>(b, 24);
}

// @ts-ignore: decorator
@inline
function put(word: usize, value: usize): void {
  store<u32>(RESULT + (word << 2), <u32>value);
}

function report(txids: usize, owners: usize, types: usize, matches: bool): void {
  put(0, BASE);
  put(1, p.txCount);
  put(2, p.inputCount);
  put(3, p.outputCount);
  put(4, pos - BASE);
  put(5, matches ? 1 : 0);
  put(6, mutated ? 1 : 0);
  put(7, HEADER_HASH);
  put(8, p.txOffset);
  put(9, p.txSize);
  put(10, p.txStripped);
  put(11, p.txFirstInput);
  put(12, p.txFirstOutput);
  put(13, p.txVersion);
  put(14, p.txLockTime);
  put(15, p.txFlags);
  put(16, txids);
  put(17, p.inOutpoint);
  put(18, p.inScriptOffset);
  put(19, p.inScriptLength);
  put(20, p.inSequence);
  put(21, p.outValue);
  put(22, p.outScriptOffset);
  put(23, p.outScriptLength);
  put(24, types);
  put(25, owners);
}

/** RESULT after a fault: code, byte, part, transaction, then the value as two words. */
function reportFault(): u32 {
  put(0, fault);
  put(1, faultAt);
  put(2, part);
  put(3, p.txCount);
  put(4, <usize>(faultValue & 0xffffffff));
  put(5, <usize>(faultValue >> 32));
  return fault;
}

export function resultAddress(): usize {
  return RESULT;
}

/** Works on the block that `prepare` made room for. Answers a fault code, 0 where RESULT describes the columns. */
export function parseBlock(length: u32, headerLength: u32, options: u32): u32 {
  if (!p.parseBytes(length, headerLength, options)) return reportFault();
  const txids = p.columnsEnd;
  const owners = align(txids + (<usize>(p.txCount + 4) << 5), 64);
  const types = ownerEnd(owners, p.outputCount);
  const scratch = align(types + p.outputCount, 64);
  const room = max(<u64>p.outputCount * JOB_SIZE, (<u64>p.txCount << 5) + 512);
  if (!ensure(<u64>scratch + room + 64)) {
    fail(OUT_OF_MEMORY, pos);
    return reportFault();
  }
  hashTransactions(txids, scratch);
  hashHeader(scratch);
  merkleRoot(txids, p.txCount, scratch, ROOT);
  readOwners(owners, types, scratch, (options & p.ALLOW_P2SH32) != 0);
  report(txids, owners, types, sameHash(ROOT, BASE + 36));
  return NO_FAULT;
}

/** Double SHA-256 of the `length` bytes at BASE. Answers the address of the digest. */
export function hashBytes(length: u32): usize {
  addJob(RESULT, 0, BASE, length, 0, HEADER_HASH);
  runJobs(RESULT, 1);
  hash32x4(HEADER_HASH, HEADER_HASH);
  return HEADER_HASH;
}

/** Merkle root of the `count` hashes at BASE, which it destroys. Answers the address of the root. */
export function hashTree(count: u32): usize {
  merkleRoot(BASE, count, BASE, ROOT);
  return ROOT;
}
