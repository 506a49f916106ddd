const HASH_BYTES = 32;

/** Twice the size, or the first one; the old content in front. */
export function grow<T extends Int32Array | Uint32Array | Float64Array | BigUint64Array | Uint8Array>(
  column: T,
  length: number,
): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column as never);
  return larger;
}

/**
 * Block hashes (32 bytes, internal order) numbered from 0 as they come. An open-addressing table over one byte array: a
 * map of strings would take ten times the memory, and chains have millions of blocks.
 */
export class HashIndex {
  #bytes = new Uint8Array(1024 * HASH_BYTES);
  /** Number plus one; 0 is free. Never more than half full. */
  #slots = new Int32Array(2048);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The number of a hash that was added, or undefined. */
  find(hash: Buffer): number | undefined {
    const found = (this.#slots[this.#slotOf(hash)] as number) - 1;
    return found < 0 ? undefined : found;
  }

  /** Numbers a new hash; undefined when it is not new. */
  add(hash: Buffer): number | undefined {
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] !== 0) return undefined;
    const number = this.#count++;
    if (number * HASH_BYTES === this.#bytes.length) this.#bytes = grow(this.#bytes, this.#bytes.length * 2);
    this.#bytes.set(hash, number * HASH_BYTES);
    this.#slots[slot] = number + 1;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  /** A copy of the hash with a number. */
  at(number: number): Buffer {
    return Buffer.from(this.#bytes.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES));
  }

  /** The slot that holds a hash, or the free one where it belongs. The low bytes of a block hash are as good as random. */
  #slotOf(hash: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number === 0) return slot;
      const start = (number - 1) * HASH_BYTES;
      if (hash.compare(this.#bytes, start, start + HASH_BYTES) === 0) return slot;
    }
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const view = new DataView(this.#bytes.buffer);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = view.getUint32(number * HASH_BYTES, true) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}
