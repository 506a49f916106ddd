import type { Owner } from '@trailmark/core/owner';

const FIRST_SLOTS = 1024;

function isSame(a: Owner, b: Owner): boolean {
  if (a.type !== b.type || a.payload.length !== b.payload.length) return false;
  for (let i = 0; i < a.payload.length; i++) if (a.payload[i] !== b.payload[i]) return false;
  return true;
}

/** All bytes count, so that owners made to begin alike do not fall into one row. */
function hashOf({ type, payload }: Owner): number {
  let hash = type.length;
  for (let i = 0; i < payload.length; i += 4) {
    const word =
      (payload[i] ?? 0) | ((payload[i + 1] ?? 0) << 8) | ((payload[i + 2] ?? 0) << 16) | ((payload[i + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** Addresses by owner, compared byte by byte: no text is made to look one up. Open addressing, at most half full. */
export class AddressTable {
  readonly #owners: Owner[] = [];
  readonly #addresses: string[] = [];
  readonly #hashes: number[] = [];
  /** Number of an entry, one up; 0: free. */
  #slots = new Int32Array(FIRST_SLOTS);

  addressAt(entry: number): string {
    return this.#addresses[entry] ?? '';
  }

  /** Number of the entry of an owner, from 0 on; its address is made on first sight. */
  find(owner: Owner, make: (owner: Owner) => string): number {
    const hash = hashOf(owner);
    const mask = this.#slots.length - 1;
    let at = hash & mask;
    for (let entry = this.#slots[at] ?? 0; entry > 0; entry = this.#slots[at] ?? 0) {
      const known = this.#owners[entry - 1];
      if (known && this.#hashes[entry - 1] === hash && isSame(known, owner)) return entry - 1;
      at = (at + 1) & mask;
    }
    this.#addresses.push(make(owner));
    this.#owners.push(owner);
    this.#hashes.push(hash);
    this.#slots[at] = this.#owners.length;
    if (this.#owners.length * 2 > this.#slots.length) this.#grow();
    return this.#owners.length - 1;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    const mask = slots.length - 1;
    for (const [entry, hash] of this.#hashes.entries()) {
      let at = hash & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = entry + 1;
    }
    this.#slots = slots;
  }
}
