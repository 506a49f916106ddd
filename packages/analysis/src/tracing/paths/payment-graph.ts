/** Where every way begins. Other nodes are numbered from 1; END is where a way may end. */
export const ORIGIN = 0;
export const END = -1;

/** A payment that leads from one node to another. On a way each comes after the one before it in the graph's list. */
export interface Payment {
  readonly tail: number;
  readonly head: number;
  readonly amount: bigint;
  /** Of payments to END: which of the places searched for it reaches. */
  readonly group: string;
}

export interface ChosenWay {
  readonly payments: readonly number[];
  readonly amount: bigint;
}

interface Candidate {
  readonly group: string;
  readonly amount: bigint;
  readonly length: number;
  readonly last: number;
}

const MOST_STEPS = 2_000_000;

/** Payments in the order in which one can follow another, and the best ways through them. Ways hold at most 31 payments. */
export class PaymentGraph {
  readonly #payments: readonly Payment[];
  readonly #longest: number;
  readonly #byTail = new Map<number, number[]>();

  constructor(payments: readonly Payment[], longest: number) {
    this.#payments = payments;
    this.#longest = longest;
    for (const [index, { tail }] of payments.entries()) {
      const list = this.#byTail.get(tail);
      if (list) list.push(index);
      else this.#byTail.set(tail, [index]);
    }
  }

  /** The best way to each group, the best group first. */
  best(mode: 'strongest' | 'shortest', limit: number): ChosenWay[] {
    return this.#candidates(mode)
      .slice(0, limit)
      .map((candidate) => this.#reconstruct(candidate));
  }

  /** Smallest amount a way must have to be among the `limit` strongest known so far; undefined while there are fewer. */
  threshold(limit: number): bigint | undefined {
    return this.#candidates('strongest')[limit - 1]?.amount;
  }

  /** Every way that meets no node twice, shorter ones first, then in the order of their payments. */
  all(limit: number): { ways: ChosenWay[]; hasMore: boolean } {
    const masks = this.#masks(() => true, 0n);
    const walk = new Enumeration(this.#payments, this.#byTail, masks, limit + 1);
    for (let length = 1; length <= this.#longest && !walk.isDone; length++) walk.run(length);
    const ways = walk.ways.slice(0, limit).map((payments) => ({ payments, amount: this.#smallest(payments) }));
    return { ways, hasMore: walk.isDone };
  }

  #smallest(payments: readonly number[]): bigint {
    const amounts = payments.map((index) => this.#payments[index]?.amount ?? 0n);
    return amounts.reduce(smaller);
  }

  /** Of every group the best end, in the order of the mode. */
  #candidates(mode: 'strongest' | 'shortest'): Candidate[] {
    const compare = mode === 'strongest' ? byStrength : byLength;
    const best = new Map<string, Candidate>();
    for (const candidate of this.#ends()) {
      const known = best.get(candidate.group);
      if (!known || compare(candidate, known) < 0) best.set(candidate.group, candidate);
    }
    return [...best.values()].sort(compare);
  }

  /** Every payment to END with the widest way that reaches it, once for each length. */
  #ends(): Candidate[] {
    // Widest way that arrives at a node, by its length; payments come in order, so those before one are all in.
    const widest = new Map<number, Widths>();
    const ends: Candidate[] = [];
    for (const [last, { tail, head, amount, group }] of this.#payments.entries()) {
      const widths = tail === ORIGIN ? [amount] : widest.get(tail);
      if (!widths || head === ORIGIN) continue;
      const onward = extend(widths, amount, this.#longest);
      if (head !== END) widest.set(head, widen(widest.get(head), onward));
      else ends.push(...onward.flatMap((width, length) => (width ? [{ group, amount: width, length, last }] : [])));
    }
    return ends;
  }

  /** For each payment, which numbers of payments from it on lead to a wanted end: bit n for n of them. */
  #masks(isWanted: (group: string) => boolean, least: bigint): Int32Array {
    const masks = new Int32Array(this.#payments.length);
    const nodes = new Map<number, number>();
    for (let index = this.#payments.length - 1; index >= 0; index--) {
      const payment = this.#payments[index];
      if (!payment || payment.amount < least || payment.head === ORIGIN) continue;
      const onward = payment.head === END ? (isWanted(payment.group) ? 1 : 0) : (nodes.get(payment.head) ?? 0);
      masks[index] = onward << 1;
      if (onward !== 0) nodes.set(payment.tail, (nodes.get(payment.tail) ?? 0) | (onward << 1));
    }
    return masks;
  }

  /** The earliest of the ways that are as good as the candidate says. */
  #reconstruct({ group, amount, length }: Candidate): ChosenWay {
    const masks = this.#masks((other) => other === group, amount);
    const payments: number[] = [];
    let [node, after] = [ORIGIN, -1];
    for (let left = length; left > 0; left--) {
      const next = (this.#byTail.get(node) ?? []).find((index) => index > after && ((masks[index] ?? 0) >> left) & 1);
      if (next === undefined) break;
      payments.push(next);
      [node, after] = [this.#payments[next]?.head ?? END, next];
    }
    return { payments, amount };
  }
}

/** Widest amounts by the number of payments on the way; no way is 0n wide. */
type Widths = readonly (bigint | undefined)[];

function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** The same ways with one more payment. */
function extend(widths: Widths, amount: bigint, longest: number): Widths {
  const onward = widths.slice(0, longest).map((width) => width && smaller(width, amount));
  return [undefined, ...onward];
}

function widen(known: Widths | undefined, more: Widths): Widths {
  if (!known) return more;
  const length = Math.max(known.length, more.length);
  return Array.from({ length }, (_, i) => {
    const [a, b] = [known[i], more[i]];
    return a === undefined || (b !== undefined && b > a) ? b : a;
  });
}

function byStrength(a: Candidate, b: Candidate): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.length - b.length || a.last - b.last;
}

function byLength(a: Candidate, b: Candidate): number {
  if (a.length !== b.length) return a.length - b.length;
  return a.amount === b.amount ? a.last - b.last : a.amount > b.amount ? -1 : 1;
}

/** Walks only where the masks say that an end can be reached in exactly the payments that are left. */
class Enumeration {
  readonly ways: number[][] = [];
  readonly #payments: readonly Payment[];
  readonly #byTail: ReadonlyMap<number, readonly number[]>;
  readonly #masks: Int32Array;
  readonly #limit: number;
  readonly #path: number[] = [];
  readonly #met = new Set<number>([ORIGIN]);
  #steps = 0;

  constructor(
    payments: readonly Payment[],
    byTail: ReadonlyMap<number, readonly number[]>,
    masks: Int32Array,
    limit: number,
  ) {
    this.#payments = payments;
    this.#byTail = byTail;
    this.#masks = masks;
    this.#limit = limit;
  }

  get isDone(): boolean {
    return this.ways.length >= this.#limit || this.#steps > MOST_STEPS;
  }

  run(length: number): void {
    this.#walk(ORIGIN, -1, length);
  }

  #walk(node: number, after: number, left: number): void {
    for (const index of this.#byTail.get(node) ?? []) {
      if (this.isDone) return;
      if (index > after && ((this.#masks[index] ?? 0) >> left) & 1) this.#step(index, left);
    }
  }

  #step(index: number, left: number): void {
    const head = this.#payments[index]?.head ?? END;
    this.#steps++;
    if (this.#met.has(head)) return;
    if (head === END && left > 1) return;
    this.#path.push(index);
    if (head === END) this.ways.push([...this.#path]);
    else {
      this.#met.add(head);
      this.#walk(head, index, left - 1);
      this.#met.delete(head);
    }
    this.#path.pop();
  }
}
