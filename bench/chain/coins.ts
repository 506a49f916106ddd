const NONE = 0;

/**
 * The unspent outputs, each in the purse (a linked list) of its owner. Slots of spent outputs are used again, so that
 * memory follows the number of unspent outputs and not the length of the chain.
 */
export class CoinTable {
  readonly transaction: Uint32Array;
  readonly vout: Uint16Array;
  readonly value: Float64Array;
  readonly address: Uint32Array;
  readonly #next: Uint32Array;
  readonly #head: Uint32Array;
  readonly #tail: Uint32Array;
  readonly #count: Uint32Array;
  #free = NONE;
  #used = 1;

  constructor(capacity: number, entities: number) {
    this.transaction = new Uint32Array(capacity);
    this.vout = new Uint16Array(capacity);
    this.value = new Float64Array(capacity);
    this.address = new Uint32Array(capacity);
    this.#next = new Uint32Array(capacity);
    this.#head = new Uint32Array(entities);
    this.#tail = new Uint32Array(entities);
    this.#count = new Uint32Array(entities);
  }

  /** A coin in no purse yet. */
  create(transaction: number, vout: number, value: number, address: number): number {
    let slot = this.#free;
    if (slot === NONE) {
      slot = this.#used++;
      if (slot >= this.value.length) throw new Error('The chain has more unspent outputs than were planned for.');
    } else {
      this.#free = this.#next[slot] ?? NONE;
    }
    this.transaction[slot] = transaction;
    this.vout[slot] = vout;
    this.value[slot] = value;
    this.address[slot] = address;
    return slot;
  }

  release(slot: number): void {
    this.#next[slot] = this.#free;
    this.#free = slot;
  }

  countOf(entity: number): number {
    return this.#count[entity] ?? 0;
  }

  /** Puts a coin in a purse: in front to be spent soon, at the back to rest. */
  put(entity: number, slot: number, inFront: boolean): void {
    const head = this.#head[entity] ?? NONE;
    this.#count[entity] = this.countOf(entity) + 1;
    if (head === NONE) {
      this.#next[slot] = NONE;
      this.#head[entity] = slot;
      this.#tail[entity] = slot;
    } else if (inFront) {
      this.#next[slot] = head;
      this.#head[entity] = slot;
    } else {
      this.#next[slot] = NONE;
      this.#next[this.#tail[entity] ?? NONE] = slot;
      this.#tail[entity] = slot;
    }
  }

  /** Takes the coin that is `depth` places from the front (or the last one) out of a purse that is not empty. */
  take(entity: number, depth: number): number {
    let before = NONE;
    let slot = this.#head[entity] ?? NONE;
    for (let i = 0; i < depth; i++) {
      const next = this.#next[slot] ?? NONE;
      if (next === NONE) break;
      before = slot;
      slot = next;
    }
    const after = this.#next[slot] ?? NONE;
    if (before === NONE) this.#head[entity] = after;
    else this.#next[before] = after;
    if (after === NONE) this.#tail[entity] = before;
    this.#count[entity] = this.countOf(entity) - 1;
    return slot;
  }
}
