/** Counts how many of the values added so far are at least so large, in logarithmic time (Fenwick 1994). */
export class RankCounter {
  readonly #sorted: readonly bigint[];
  readonly #tree: Uint32Array;
  #size = 0;

  /** All values that may be added. */
  constructor(values: readonly bigint[]) {
    this.#sorted = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
    this.#tree = new Uint32Array(this.#sorted.length + 1);
  }

  get size(): number {
    return this.#size;
  }

  /** Values below the given one. */
  #rank(value: bigint): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? 0n) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(value: bigint): void {
    this.#size++;
    for (let i = this.#rank(value) + 1; i < this.#tree.length; i += i & -i) this.#tree[i] = (this.#tree[i] ?? 0) + 1;
  }

  countAtLeast(value: bigint): number {
    let below = 0;
    for (let i = this.#rank(value); i > 0; i -= i & -i) below += this.#tree[i] ?? 0;
    return this.#size - below;
  }
}
