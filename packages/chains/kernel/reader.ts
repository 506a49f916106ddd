// The bytes of a block and the position of reading. A fault does not advance it: every caller checks `fault`.
import { NON_CANONICAL, NO_FAULT, TOO_MANY, TRUNCATED } from './fault';

export let start: usize = 0;
export let pos: usize = 0;
export let end: usize = 0;
export let part: u32 = 0;
export let fault: u32 = 0;
export let faultAt: u32 = 0;
export let faultValue: u64 = 0;

export function open(from: usize, length: u32): void {
  start = from;
  pos = from;
  end = from + length;
  part = 0;
  fault = NO_FAULT;
  faultAt = 0;
  faultValue = 0;
}

export function enter(where: u32): void {
  part = where;
}

export function moveTo(at: usize): void {
  pos = at;
}

/** Notes the first fault, at an address. Always false, so that readers can return it. */
export function fail(code: u32, at: usize, value: u64 = 0): bool {
  if (fault == NO_FAULT) {
    fault = code;
    faultAt = <u32>(at - start);
    faultValue = value;
  }
  return false;
}

/** True where `length` bytes are left. */
// @ts-ignore: decorator
@inline
export function need(length: usize): bool {
  return end - pos >= length ? true : fail(TRUNCATED, end);
}

function readLongCount(unit: u64): u32 {
  const at = pos;
  const first = load<u8>(at);
  const width: usize = first == 0xfd ? 2 : first == 0xfe ? 4 : 8;
  if (!need(width + 1)) return 0;
  const value: u64 = width == 2 ? load<u16>(at, 1) : width == 4 ? load<u32>(at, 1) : load<u64>(at, 1);
  const least: u64 = width == 2 ? 0xfd : width == 4 ? 0x10000 : 0x100000000;
  if (value < least) {
    fail(NON_CANONICAL, at, value);
    return 0;
  }
  pos += width + 1;
  return bounded(value, unit, at);
}

// @ts-ignore: decorator
@inline
function bounded(value: u64, unit: u64, at: usize): u32 {
  // Compared by division: a hostile 64 bit count would overflow a product.
  if (value > <u64>(end - pos) / unit) {
    fail(TOO_MANY, at, value);
    return 0;
  }
  return <u32>value;
}

/**
 * A compact size that counts things of at least `unit` bytes each. Faults where it is not in its shortest form
 * (as Bitcoin Core does) or where the bytes left cannot hold that many; then 0.
 */
export function readCount(unit: u64): u32 {
  const at = pos;
  if (at >= end) {
    fail(TRUNCATED, end);
    return 0;
  }
  const first = load<u8>(at);
  if (first >= 0xfd) return readLongCount(unit);
  pos = at + 1;
  return bounded(first, unit, at);
}

/** Skips a compact size and as many bytes. */
// @ts-ignore: decorator
@inline
export function skipBytes(): bool {
  const length = readCount(1);
  pos += length;
  return fault == NO_FAULT;
}
