import type { Owner } from '@trailmark/core/owner';
import { payloadLength, SCRIPT_CODE, SCRIPT_TYPES } from '@trailmark/core/script-type';
import { GrowingUint32 } from './growing-column.ts';

const CHUNK_WORDS = 2 ** 20;
const MOST_FULL = 0.6;

/**
 * Owners as numbers, in order of first appearance. A number costs about 40 bytes: the form and payload padded to words in
 * chunks that never move, and one slot of an open-addressing table. The newest owners can be taken back, newest first,
 * which is an exact inverse because linear probing leaves nothing behind them.
 */
export class OwnerTable {
  private readonly chunks: Uint8Array[] = [];
  /** Where each owner's bytes begin, in words of four bytes over all chunks. */
  private readonly starts = new GrowingUint32();
  private endWord = 0;
  private slots: Uint32Array;
  private tags: Uint8Array;
  private readonly seed: number;

  /** `seed` keeps an adversary from choosing payloads that collide; numbers do not depend on it. */
  constructor(options: { readonly seed?: number; readonly capacity?: number } = {}) {
    this.seed = options.seed ?? 0x9e3779b9;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(1024, (options.capacity ?? 0) / MOST_FULL)));
    this.slots = new Uint32Array(slots);
    this.tags = new Uint8Array(slots);
  }

  get count(): number {
    return this.starts.length;
  }

  /** The owner's number; a new one if it was never seen. */
  intern(owner: Owner): number {
    const hash = this.hashOf(owner);
    const slot = this.findSlot(owner, hash);
    const held = this.slots[slot] ?? 0;
    if (held !== 0) return held - 1;
    const number = this.append(owner);
    this.slots[slot] = number + 1;
    this.tags[slot] = hash >>> 24;
    if (this.count > this.slots.length * MOST_FULL) this.widen();
    return number;
  }

  find(owner: Owner): number | undefined {
    const held = this.slots[this.findSlot(owner, this.hashOf(owner))] ?? 0;
    return held === 0 ? undefined : held - 1;
  }

  get(number: number): Owner {
    const { chunk, at } = this.place(number);
    const type = SCRIPT_TYPES[chunk[at] ?? 0] ?? 'nonstandard';
    return { type, payload: chunk.slice(at + 1, at + 1 + payloadLength(type)) };
  }

  /** Takes back every owner numbered `count` and above. */
  truncate(count: number): void {
    for (let number = this.count - 1; number >= count; number--) {
      const owner = this.get(number);
      const slot = this.findSlot(owner, this.hashOf(owner));
      this.slots[slot] = 0;
      this.tags[slot] = 0;
    }
    if (count < this.count) this.endWord = this.starts.at(count);
    this.starts.truncate(count);
  }

  private append(owner: Owner): number {
    const words = (1 + owner.payload.length + 3) >> 2;
    if ((this.endWord % CHUNK_WORDS) + words > CHUNK_WORDS) this.endWord += CHUNK_WORDS - (this.endWord % CHUNK_WORDS);
    const index = Math.floor(this.endWord / CHUNK_WORDS);
    this.chunks[index] ??= new Uint8Array(CHUNK_WORDS * 4);
    const chunk = this.chunks[index];
    const at = (this.endWord % CHUNK_WORDS) * 4;
    chunk[at] = SCRIPT_CODE[owner.type];
    chunk.set(owner.payload, at + 1);
    const number = this.starts.push(this.endWord);
    this.endWord += words;
    return number;
  }

  private place(number: number): { chunk: Uint8Array; at: number } {
    const start = this.starts.at(number);
    const chunk = this.chunks[Math.floor(start / CHUNK_WORDS)] ?? new Uint8Array(0);
    return { chunk, at: (start % CHUNK_WORDS) * 4 };
  }

  private isAt(number: number, owner: Owner): boolean {
    const { chunk, at } = this.place(number);
    if (chunk[at] !== SCRIPT_CODE[owner.type]) return false;
    const { payload } = owner;
    for (let i = 0; i < payload.length; i++) if (chunk[at + 1 + i] !== payload[i]) return false;
    return true;
  }

  /** The owner's slot, or the empty one where it would go. */
  private findSlot(owner: Owner, hash: number): number {
    const mask = this.slots.length - 1;
    const tag = hash >>> 24;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = this.slots[slot] ?? 0;
      if (held === 0) return slot;
      if (this.tags[slot] === tag && this.isAt(held - 1, owner)) return slot;
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

  /** Puts owners back in the order of their numbers, so that the newest is still the last in every probe sequence. */
  private widen(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    this.tags = new Uint8Array(this.slots.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      const hash = this.hashOf(this.get(number));
      let slot = hash & mask;
      while ((this.slots[slot] ?? 0) !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
      this.tags[slot] = hash >>> 24;
    }
  }
}
