import type { Owner } from '@trailmark/core/owner';
import { payloadLength, SCRIPT_CODE, SCRIPT_TYPES } from '@trailmark/core/script-type';
import { GrowingUint32 } from './growing-column.ts';

const CHUNK_WORDS = 2 ** 20;
const SHARD_BITS = 12;
const SHARD_SLOTS = 8;

/** A part of the table, chosen by the hash: it widens on its own, so that no widening takes long. */
interface Shard {
  /** Per slot where an owner's record begins, plus 1 (0 where free), and its hash, side by side in one cache line. */
  slots: Uint32Array;
  count: number;
  /** Entries at which it widens. Shards differ, or all of them would widen in the same block. */
  limit: number;
}

function createShard(size: number, index: number): Shard {
  const share = 0.45 + (0.3 * index) / 2 ** SHARD_BITS;
  return { slots: new Uint32Array(size * 2), count: 0, limit: Math.floor(size * share) };
}

/** Slot where a hash belongs, in steps of two words. */
function homeOf(slots: Uint32Array, hash: number): number {
  return (hash << 1) & (slots.length - 2);
}

/** A piece of the records, as bytes and as words over the same memory. It never moves. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
}

function createChunk(): Chunk {
  const bytes = new Uint8Array(CHUNK_WORDS * 4);
  return { bytes, words: new Uint32Array(bytes.buffer) };
}

/**
 * Owners as numbers, in order of first appearance. A number costs about 50 bytes: a record of number, form and payload,
 * padded to words, where it begins, and a slot of an open-addressing table with linear probing. The number is in the
 * record, because a search has to read that anyway to be sure. The newest can be taken back.
 */
export class OwnerTable {
  private readonly chunks: Chunk[] = [];
  /** Where each owner's record begins, in words of four bytes over all chunks. */
  private readonly starts = new GrowingUint32(1448);
  private endWord = 0;
  private readonly shards: Shard[];
  private readonly seed: number;

  /** `seed` keeps an adversary from choosing payloads that collide; numbers do not depend on it. */
  constructor(options: { readonly seed?: number } = {}) {
    this.seed = options.seed ?? 0x9e3779b9;
    this.shards = Array.from({ length: 2 ** SHARD_BITS }, (_, index) => createShard(SHARD_SLOTS, index));
  }

  get count(): number {
    return this.starts.length;
  }

  /** The owner's number; a new one if it was never seen. */
  intern(owner: Owner): number {
    const hash = this.hashOf(owner);
    const shard = this.shardOf(hash);
    const slot = this.findSlot(shard, owner, hash);
    const held = shard.slots[slot] ?? 0;
    if (held !== 0) return this.numberAt(held - 1);
    const number = this.append(owner);
    shard.slots[slot] = this.starts.at(number) + 1;
    shard.slots[slot + 1] = hash;
    if (++shard.count > shard.limit) this.widen(hash >>> (32 - SHARD_BITS));
    return number;
  }

  find(owner: Owner): number | undefined {
    const hash = this.hashOf(owner);
    const shard = this.shardOf(hash);
    const held = shard.slots[this.findSlot(shard, owner, hash)] ?? 0;
    return held === 0 ? undefined : this.numberAt(held - 1);
  }

  get(number: number): Owner {
    const { bytes, at } = this.place(this.starts.at(number));
    const type = SCRIPT_TYPES[bytes[at] ?? 0] ?? 'nonstandard';
    return { type, payload: bytes.slice(at + 1, at + 1 + payloadLength(type)) };
  }

  /** Takes back every owner numbered `count` and above. */
  truncate(count: number): void {
    for (let number = this.count - 1; number >= count; number--) {
      const owner = this.get(number);
      const hash = this.hashOf(owner);
      const shard = this.shardOf(hash);
      removeSlot(shard.slots, this.findSlot(shard, owner, hash));
      shard.count--;
    }
    if (count < this.count) this.endWord = this.starts.at(count);
    this.starts.truncate(count);
  }

  private append(owner: Owner): number {
    const words = 1 + ((1 + owner.payload.length + 3) >> 2);
    if ((this.endWord % CHUNK_WORDS) + words > CHUNK_WORDS) this.endWord += CHUNK_WORDS - (this.endWord % CHUNK_WORDS);
    const index = Math.floor(this.endWord / CHUNK_WORDS);
    const chunk = this.chunks[index] ?? createChunk();
    this.chunks[index] = chunk;
    const at = this.endWord % CHUNK_WORDS;
    const number = this.starts.push(this.endWord);
    chunk.words[at] = number;
    chunk.bytes[at * 4 + 4] = SCRIPT_CODE[owner.type];
    chunk.bytes.set(owner.payload, at * 4 + 5);
    this.endWord += words;
    return number;
  }

  private numberAt(start: number): number {
    return this.chunks[Math.floor(start / CHUNK_WORDS)]?.words[start % CHUNK_WORDS] ?? 0;
  }

  /** Offset of the form; the payload follows. */
  private place(start: number): { bytes: Uint8Array; at: number } {
    const chunk = this.chunks[Math.floor(start / CHUNK_WORDS)] as Chunk;
    return { bytes: chunk.bytes, at: (start % CHUNK_WORDS) * 4 + 4 };
  }

  private isAt(start: number, { type, payload }: Owner): boolean {
    const { bytes, at } = this.place(start);
    if (bytes[at] !== SCRIPT_CODE[type]) return false;
    for (let i = 0; i < payload.length; i++) if (bytes[at + 1 + i] !== payload[i]) return false;
    return true;
  }

  private shardOf(hash: number): Shard {
    return this.shards[hash >>> (32 - SHARD_BITS)] as Shard;
  }

  /** The owner's slot, or the empty one where it would go. */
  private findSlot({ slots }: Shard, owner: Owner, hash: number): number {
    const mask = slots.length - 2;
    for (let slot = homeOf(slots, hash); ; slot = (slot + 2) & mask) {
      const held = slots[slot] ?? 0;
      if (held === 0) return slot;
      if (slots[slot + 1] === hash && this.isAt(held - 1, owner)) return slot;
    }
  }

  private hashOf({ type, payload }: Owner): number {
    let hash = this.seed ^ SCRIPT_CODE[type];
    for (let i = 0; i + 3 < payload.length; i += 4) {
      const word =
        (payload[i] ?? 0) |
        ((payload[i + 1] ?? 0) << 8) |
        ((payload[i + 2] ?? 0) << 16) |
        ((payload[i + 3] ?? 0) << 24);
      hash = Math.imul(hash ^ word, 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  private widen(index: number): void {
    const { slots, count } = this.shards[index] as Shard;
    const wider = createShard(slots.length, index);
    const mask = wider.slots.length - 2;
    for (let from = 0; from < slots.length; from += 2) {
      const held = slots[from] ?? 0;
      if (held === 0) continue;
      const hash = slots[from + 1] ?? 0;
      let slot = homeOf(wider.slots, hash);
      while (wider.slots[slot] !== 0) slot = (slot + 2) & mask;
      wider.slots[slot] = held;
      wider.slots[slot + 1] = hash;
    }
    wider.count = count;
    this.shards[index] = wider;
  }
}

/** Frees a slot and moves back those behind it that would no longer be found (Knuth, TAOCP 6.4, algorithm R). */
function removeSlot(slots: Uint32Array, at: number): void {
  const mask = slots.length - 2;
  let free = at;
  for (let slot = (at + 2) & mask; slots[slot] !== 0; slot = (slot + 2) & mask) {
    const home = homeOf(slots, slots[slot + 1] ?? 0);
    // Cyclic distance: it may move only if its home is not between the free slot and its own.
    if (((slot - home) & mask) < ((slot - free) & mask)) continue;
    slots[free] = slots[slot] ?? 0;
    slots[free + 1] = slots[slot + 1] ?? 0;
    free = slot;
  }
  slots[free] = 0;
}
