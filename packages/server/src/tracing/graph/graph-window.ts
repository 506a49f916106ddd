/** One thing that may be drawn next, by its worth and its place in the chain. */
export interface Candidate {
  readonly amount: bigint;
  /** Order within the chain; ties are broken by it. */
  readonly position: number;
  readonly slot: number;
}

export interface WindowOrder {
  readonly order: 'value' | 'time';
  readonly offset: number;
  readonly limit: number;
}

function comparePlace(a: Candidate, b: Candidate): number {
  return a.position - b.position || a.slot - b.slot;
}

function compareValue(a: Candidate, b: Candidate): number {
  return a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : comparePlace(a, b);
}

/**
 * Picks rows `offset` to `offset + limit` of any number that pass by, and keeps no more than twice as many: what comes after
 * them is counted and summed exactly.
 */
export class PassingWindow<T extends Candidate> {
  readonly #order: WindowOrder;
  #kept: T[] = [];
  #isSorted = true;
  #count = 0;
  #sum = 0n;

  constructor(order: WindowOrder) {
    this.#order = order;
  }

  get #most(): number {
    return this.#order.offset + this.#order.limit;
  }

  get count(): number {
    return this.#count;
  }

  add(row: T): void {
    this.#count++;
    this.#sum += row.amount;
    // Rows come in the order of time already.
    if (this.#order.order === 'time' && this.#kept.length >= this.#most) return;
    this.#kept.push(row);
    this.#isSorted = false;
    if (this.#order.order === 'value' && this.#kept.length >= 2 * this.#most + 1_000) this.#trim();
  }

  #trim(): void {
    if (!this.#isSorted) this.#kept.sort(this.#order.order === 'value' ? compareValue : () => 0);
    this.#isSorted = true;
    this.#kept.length = Math.min(this.#kept.length, this.#most);
  }

  /** The requested rows, and what comes after them. */
  finish(): { readonly rows: readonly T[]; readonly restCount: number; readonly restAmount: bigint } {
    this.#trim();
    const known = this.#kept.reduce((sum, { amount }) => sum + amount, 0n);
    return {
      rows: this.#kept.slice(this.#order.offset),
      restCount: this.#count - this.#kept.length,
      restAmount: this.#sum - known,
    };
  }
}
