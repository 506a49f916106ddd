import type { Owner } from '@trailmark/core/owner';
import { SCRIPT_CODE, SCRIPT_TYPES } from '@trailmark/core/script-type';

/** Most traces meet few owners, and many run side by side: the table grows. */
const FIRST_SLOTS = 64;
/** Of one owner: its form, the length of its payload, and up to 32 bytes of it. */
const ROW = 34;

/** All bytes count, so that owners made to begin alike do not fall into one row. */
function hashOf({ type, payload }: Owner): number {
  let hash = SCRIPT_CODE[type];
  for (let i = 0; i < payload.length; i += 4) {
    const word =
      (payload[i] ?? 0) | ((payload[i + 1] ?? 0) << 8) | ((payload[i + 2] ?? 0) << 16) | ((payload[i + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function place(slots: Uint32Array, entry: number, hash: number): void {
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at] !== 0) at = (at + 2) & mask;
  slots[at] = entry;
  slots[at + 1] = hash;
}

/**
 * Owners and their addresses by number, from 0 on in the order of their coming. Bytes are kept in one list and compared there:
 * no text is made to look one up, and owners that were read can be forgotten. Open addressing, at most half full.
 */
export class AddressTable {
  readonly #make: (owner: Owner) => string;
  readonly #addresses: (string | undefined)[] = [];
  #rows = new Uint8Array(FIRST_SLOTS * ROW);
  /** Two numbers a slot, side by side in memory: that of an entry, one up (0: free), and its hash. */
  #slots = new Uint32Array(FIRST_SLOTS * 4);

  constructor(make: (owner: Owner) => string) {
    this.#make = make;
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** Made at the first question: most owners on the way are never named. */
  addressAt(entry: number): string {
    const known = this.#addresses[entry];
    if (known !== undefined) return known;
    const made = this.#make(this.ownerAt(entry));
    this.#addresses[entry] = made;
    return made;
  }

  ownerAt(entry: number): Owner {
    const at = entry * ROW;
    const type = SCRIPT_TYPES[this.#rows[at] ?? 0] ?? 'nonstandard';
    return { type, payload: this.#rows.slice(at + 2, at + 2 + (this.#rows[at + 1] ?? 0)) };
  }

  /** The number of an owner, which gets one on first sight. */
  find(owner: Owner): number {
    const hash = hashOf(owner);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash << 1) & mask;
    for (let entry = slots[at] ?? 0; entry > 0; entry = slots[at] ?? 0) {
      if (slots[at + 1] === hash && this.#isAt(entry - 1, owner)) return entry - 1;
      at = (at + 2) & mask;
    }
    const entry = this.#addresses.push(undefined) - 1;
    if ((entry + 1) * ROW > this.#rows.length) this.#grow();
    this.#write(entry, owner);
    place(this.#slots, entry + 1, hash);
    return entry;
  }

  #isAt(entry: number, { type, payload }: Owner): boolean {
    const at = entry * ROW;
    const rows = this.#rows;
    if (rows[at] !== SCRIPT_CODE[type] || rows[at + 1] !== payload.length) return false;
    for (let i = 0; i < payload.length; i++) if (rows[at + 2 + i] !== payload[i]) return false;
    return true;
  }

  #write(entry: number, { type, payload }: Owner): void {
    const at = entry * ROW;
    const rows = this.#rows;
    rows[at] = SCRIPT_CODE[type];
    rows[at + 1] = payload.length;
    // So few bytes are copied faster one by one.
    for (let i = 0; i < payload.length; i++) rows[at + 2 + i] = payload[i] ?? 0;
  }

  #grow(): void {
    const [rows, slots] = [this.#rows, this.#slots];
    this.#rows = new Uint8Array(rows.length * 2);
    this.#rows.set(rows);
    this.#slots = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      const entry = slots[at] ?? 0;
      if (entry > 0) place(this.#slots, entry, slots[at + 1] ?? 0);
    }
  }
}
