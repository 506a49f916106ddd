// Open addressing over unspent outputs. The index has 8 bytes a slot (u32 line of the entry, u32 tag) and is probed
// linearly; an entry is one 64 byte cache line of its own, taken from a list of free lines, so that removal and growth
// move index slots only and a new output lands on a line that a spent one has just left in the cache.
import { align, BASE, ensure } from './memory';

// An entry: u64 txid bytes 4..11, u32 txid bytes 12..15, u32 vout, u64 position (53 bits), type (8 bits) and the two
// bits of the txid that its tag has no room for, u64 value, 32 bytes payload. With the tag: 128 bits of the txid.
const POSITION_BITS: u64 = 53;
const POSITION_MASK: u64 = (1 << POSITION_BITS) - 1;
const MAX_SAMPLE: u32 = 65536;

let index: usize = 0;
let mask: u32 = 0;
let shift: u32 = 0;
let capacity: u32 = 0;
let limit: u32 = 0;
let freeLines: usize = 0;
let bump: usize = BASE;
let sample: usize = 0;

export let live: u32 = 0;
export let evicted: u32 = 0;
export let duplicates: u32 = 0;
/** Collects what prefetching reads, so that no compiler drops the reads. */
export let sink: u64 = 0;

/** A stretch of lines at the end of memory, all zero when fresh. 0 where the engine has none. */
export function takeRegion(size: usize): usize {
  const region = bump;
  const end = align(region + size, 64);
  if (end < region) return 0;
  const have = <u64>memory.size() << 16;
  // Growing an eighth at a time keeps the calls few; pages not written to cost nothing.
  if (<u64>end > have && !ensure(max(<u64>end, have + (have >> 3))) && !ensure(<u64>end)) return 0;
  bump = end;
  return region;
}

/** Turns a region no longer used into free lines. */
export function giveRegion(region: usize, size: usize): void {
  for (let line = region + size; line > region; ) {
    line -= 64;
    freeLine(line);
  }
}

// @ts-ignore: decorator
@inline
function freeLine(line: usize): void {
  store<u32>(line, <u32>freeLines);
  freeLines = line;
}

// @ts-ignore: decorator
@inline
function takeLine(): usize {
  const line = freeLines;
  if (!line) return takeRegion(64);
  freeLines = load<u32>(line);
  return line;
}

/** The first output of a transaction and the next three differ in the two low bits and are side by side. */
// @ts-ignore: decorator
@inline
function tagOf(txid: usize, vout: u32): u32 {
  return ((load<u32>(txid) ^ ((vout >> 2) * 0x9e3779b0)) & ~3) | (vout & 3);
}

// @ts-ignore: decorator
@inline
function homeOf(tag: u32): u32 {
  return ((((tag >> 2) * 0x85ebca6b) >> shift) + (tag & 3)) & mask;
}

// @ts-ignore: decorator
@inline
function slot(i: u32): usize {
  return index + (<usize>i << 3);
}

// @ts-ignore: decorator
@inline
function lineOf(word: u64): usize {
  return <usize>(word & 0xffffffff) << 6;
}

// @ts-ignore: decorator
@inline
function isEntry(entry: usize, txid: usize, vout: u32): bool {
  return load<u64>(entry) == load<u64>(txid, 4) && load<u32>(entry, 8) == load<u32>(txid, 12) && load<u32>(entry, 12) == vout &&
    <u32>(load<u64>(entry, 16) >> 62) == (load<u32>(txid) & 3);
}

/** Slot of an outpoint, or the free slot where it belongs with the sign bit set. */
export function find(txid: usize, vout: u32): i32 {
  const tag = tagOf(txid, vout);
  let i = homeOf(tag);
  let word = load<u64>(slot(i));
  while (word) {
    if (<u32>(word >> 32) == tag && isEntry(lineOf(word), txid, vout)) return <i32>i;
    i = (i + 1) & mask;
    word = load<u64>(slot(i));
  }
  return <i32>(i | 0x80000000);
}

/** Pulls the index slot of an outpoint into the cache: reads whose misses overlap. */
export function touchSlot(txid: usize, vout: u32): void {
  sink += load<u64>(slot(homeOf(tagOf(txid, vout))));
}

/** Pulls the entry of an outpoint into the cache. */
export function touchEntry(txid: usize, vout: u32): void {
  const tag = tagOf(txid, vout);
  for (let i = homeOf(tag); ; i = (i + 1) & mask) {
    const word = load<u64>(slot(i));
    if (!word) return;
    if (<u32>(word >> 32) == tag) {
      sink += load<u64>(lineOf(word), 24);
      return;
    }
  }
}

export function entryAt(i: i32): usize {
  return lineOf(load<u64>(slot(i)));
}

// @ts-ignore: decorator
@inline
export function positionOf(entry: usize): u64 {
  return load<u64>(entry, 16) & POSITION_MASK;
}

// @ts-ignore: decorator
@inline
export function typeOf(entry: usize): u8 {
  return <u8>(load<u64>(entry, 16) >> POSITION_BITS);
}

/** Removes slot `i`; those behind it move up, so that no probe ends early. */
export function removeAt(i: u32): void {
  freeLine(lineOf(load<u64>(slot(i))));
  live--;
  for (let j = (i + 1) & mask; ; j = (j + 1) & mask) {
    const word = load<u64>(slot(j));
    if (!word) break;
    if (((j - homeOf(<u32>(word >> 32))) & mask) < ((j - i) & mask)) continue;
    store<u64>(slot(i), word);
    i = j;
  }
  store<u64>(slot(i), 0);
}

/** Writes an output; an older one of the same txid and index is replaced and counted (BIP30). */
export function insert(txid: usize, vout: u32, position: u64, value: u64, type: u8, payload: usize): void {
  let i = find(txid, vout);
  let entry: usize;
  if (i >= 0) {
    duplicates++;
    entry = entryAt(i);
  } else {
    if (live >= limit) {
      makeRoom();
      i = find(txid, vout);
    }
    entry = takeLine();
    if (!entry) {
      evict();
      i = find(txid, vout);
      entry = takeLine();
    }
    live++;
    store<u64>(slot(i & 0x7fffffff), (<u64>tagOf(txid, vout) << 32) | (<u64>entry >> 6));
  }
  store<u64>(entry, load<u64>(txid, 4));
  store<u32>(entry, load<u32>(txid, 12), 8);
  store<u32>(entry, vout, 12);
  store<u64>(entry, position | (<u64>type << POSITION_BITS) | (<u64>(load<u32>(txid) & 3) << 62), 16);
  store<u64>(entry, value, 24);
  v128.store(entry, v128.load(payload), 32);
  v128.store(entry, v128.load(payload, 16), 48);
}

/** Twice the capacity: index slots are small, and probes through a half empty index are short. */
function mostSlots(): u32 {
  return capacity << 1;
}

function setSlots(slots: u32): void {
  mask = slots - 1;
  shift = 32 - ctz(slots);
  limit = slots == mostSlots() ? <u32>((<u64>capacity * 4) / 5) : slots >> 1;
}

/** Doubles the index, or evicts where it may not or cannot grow. */
function makeRoom(): void {
  const slots = mask + 1;
  const region = slots < mostSlots() ? takeRegion(<usize>slots << 4) : 0;
  if (!region) return evict();
  const old = index;
  index = region;
  // Lines of a fresh region are zero: memory grows with zeros, and `bump` never comes back.
  setSlots(slots << 1);
  for (let i: u32 = 0; i < slots; i++) {
    const word = load<u64>(old + (<usize>i << 3));
    if (!word) continue;
    let to = homeOf(<u32>(word >> 32));
    while (load<u64>(slot(to))) to = (to + 1) & mask;
    store<u64>(slot(to), word);
  }
  giveRegion(old, <usize>slots << 3);
}

/** Copies the positions of up to MAX_SAMPLE slots, evenly spread. */
function takeSample(): u32 {
  const step = max<u32>(1, (mask + 1) / MAX_SAMPLE);
  let count: u32 = 0;
  for (let i: u32 = 0; i <= mask; i += step) {
    const word = load<u64>(slot(i));
    if (!word) continue;
    store<u64>(sample + (<usize>count << 3), positionOf(lineOf(word)));
    count++;
  }
  return count;
}

/** The sampled position with `rank` smaller ones before it, found by halving the range of positions. */
function sampleAt(count: u32, rank: u32): u64 {
  let low: u64 = 0;
  let high: u64 = POSITION_MASK;
  while (low < high) {
    const middle = low + ((high - low + 1) >> 1);
    let below: u32 = 0;
    for (let i: u32 = 0; i < count; i++) below += load<u64>(sample + (<usize>i << 3)) < middle ? 1 : 0;
    if (below <= rank) low = middle;
    else high = middle - 1;
  }
  return low;
}

function removeBefore(position: u64): void {
  const before = live;
  for (let i: u32 = 0; i <= mask; i++) {
    // A removal pulls a later slot into this one, so it is looked at again.
    for (let word = load<u64>(slot(i)); word && positionOf(lineOf(word)) < position; word = load<u64>(slot(i))) removeAt(i);
  }
  evicted += before - live;
}

/** Drops the oldest outputs by position down to about 60 % of the capacity; a quarter where memory ran out earlier. */
function evict(): void {
  const keep = <u32>((<u64>capacity * 3) / 5);
  const surplus = live > keep ? live - keep : max<u32>(1, live >> 2);
  const count = takeSample();
  const threshold = sampleAt(count, <u32>((<u64>count * surplus) / live));
  const before = live;
  removeBefore(threshold);
  if (live == before) removeBefore(threshold + 1);
}

/** Empties the table and sets its bounds, both powers of two: index slots at first and outputs in the end. */
export function reset(slots: u32, most: u32): bool {
  bump = BASE;
  freeLines = 0;
  live = 0;
  capacity = most;
  setSlots(slots);
  index = takeRegion(<usize>slots << 3);
  sample = takeRegion(<usize>min(most, MAX_SAMPLE) << 3);
  if (!index || !sample) return false;
  memory.fill(BASE, 0, (<usize>memory.size() << 16) - BASE);
  return true;
}
