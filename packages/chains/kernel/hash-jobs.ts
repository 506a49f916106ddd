// Hashing of many messages of different lengths: each of the four lanes takes the next message as soon as its own is
// done, so that no lane waits for the longest message of a group.
import { compressBlocks, resetLane, storeLane } from './sha256';

/**
 * A job, 16 bytes: u32 address of the message, u32 length, u32 address of 4 bytes that follow the message
 * (0 for none), u32 address for the digest. Up to 64 bytes behind the message are read and must be inside memory.
 */
export const JOB_SIZE: usize = 16;

const TAIL_SIZE: usize = 256;
const TAILS: usize = memory.data(1024, 16);
/** Per lane: u32 address of the next block, u32 whole blocks left, u32 tail blocks left, u32 digest address (0 idle). */
const LANES: usize = memory.data(64, 16);

/** Puts the last, partial block with its padding into the lane's own buffer. Answers how many blocks that makes. */
function prepareTail(tail: usize, from: usize, rest: usize, suffix: usize, length: u32): u32 {
  v128.store(tail, v128.load(from));
  v128.store(tail, v128.load(from, 16), 16);
  v128.store(tail, v128.load(from, 32), 32);
  v128.store(tail, v128.load(from, 48), 48);
  let end = tail + rest;
  for (let i: usize = 0; i < 128; i += 16) v128.store(end + i, i64x2.splat(0));
  if (suffix) {
    store<u32>(end, load<u32>(suffix));
    end += 4;
    length += 4;
  }
  store<u8>(end, 0x80);
  const blocks = <u32>((end - tail + 9 + 63) >> 6);
  store<u64>(tail + (<usize>blocks << 6) - 8, bswap<u64>(<u64>length << 3));
  return blocks;
}

function startLane(lane: usize, job: usize): void {
  const at = LANES + (lane << 4);
  const from = <usize>load<u32>(job);
  const length = load<u32>(job, 4);
  const tail = TAILS + lane * TAIL_SIZE;
  const whole = length >> 6;
  store<u32>(at, whole ? <u32>from : <u32>tail);
  store<u32>(at, whole, 4);
  store<u32>(at, prepareTail(tail, from + (<usize>whole << 6), length & 63, load<u32>(job, 8), length), 8);
  store<u32>(at, load<u32>(job, 12), 12);
  resetLane(lane);
}

/** Blocks the lane can take without a change of address. An idle lane never limits. */
// @ts-ignore: decorator
@inline
function runLength(lane: usize): u32 {
  const whole = load<u32>(LANES + (lane << 4), 4);
  if (whole) return whole;
  const tail = load<u32>(LANES + (lane << 4), 8);
  return tail ? tail : u32.MAX_VALUE;
}

/** Moves the lane on by `count` blocks. True when its message is done. */
// @ts-ignore: decorator
@inline
function advance(lane: usize, count: u32): bool {
  const at = LANES + (lane << 4);
  if (!load<u32>(at, 12)) return false;
  const whole = load<u32>(at, 4);
  if (whole) {
    const left = whole - count;
    store<u32>(at, left, 4);
    store<u32>(at, left ? load<u32>(at) + (count << 6) : <u32>(TAILS + lane * TAIL_SIZE));
    return false;
  }
  const left = load<u32>(at, 8) - count;
  store<u32>(at, left, 8);
  store<u32>(at, load<u32>(at) + (count << 6));
  return left == 0;
}

/** SHA-256 of every message of the job list. */
export function runJobs(jobs: usize, count: u32): void {
  let next: u32 = 0;
  let active: u32 = 0;
  // An idle lane hashes whatever lies at address 0: in bounds, because no message is longer than memory.
  memory.fill(LANES, 0, 64);
  for (let lane: usize = 0; lane < 4 && next < count; lane++, next++, active++) startLane(lane, jobs + <usize>next * JOB_SIZE);
  while (active) {
    const run = min(min(runLength(0), runLength(1)), min(runLength(2), runLength(3)));
    compressBlocks(load<u32>(LANES), load<u32>(LANES, 16), load<u32>(LANES, 32), load<u32>(LANES, 48), run);
    for (let lane: usize = 0; lane < 4; lane++) {
      if (!advance(lane, run)) continue;
      storeLane(lane, load<u32>(LANES + (lane << 4), 12));
      if (next < count) {
        startLane(lane, jobs + <usize>next * JOB_SIZE);
        next++;
      } else {
        memory.fill(LANES + (lane << 4), 0, 16);
        active--;
      }
    }
  }
}
