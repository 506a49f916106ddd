import { addCosts, type LotBook, type LotPart, shareOf, type Taken } from './lot-book.ts';

interface Open {
  readonly lot: number;
  amount: bigint;
  cost: bigint | undefined;
}

class QueueLots implements LotBook {
  readonly method: 'fifo' | 'lifo';
  private open: Open[] = [];
  private first = 0;
  private total = 0n;

  constructor(method: 'fifo' | 'lifo') {
    this.method = method;
  }

  add(lot: number, amount: bigint, cost: bigint | undefined): void {
    this.open.push({ lot, amount, cost });
    this.total += amount;
  }

  take(wanted: bigint): Taken {
    const parts: LotPart[] = [];
    let [missing, cost]: [bigint, bigint | undefined] = [wanted, 0n];
    while (missing > 0n) {
      const from = this.next();
      if (!from) return { parts, cost: undefined };
      const amount = from.amount < missing ? from.amount : missing;
      cost = addCosts(cost, this.reduce(from, amount));
      parts.push({ lot: from.lot, amount });
      missing -= amount;
    }
    return { parts, cost };
  }

  left(): bigint {
    return this.total;
  }

  private next(): Open | undefined {
    if (this.open.length === this.first) return undefined;
    return this.method === 'fifo' ? this.open[this.first] : this.open.at(-1);
  }

  /** Takes an amount out of a lot, and returns what that part cost. */
  private reduce(from: Open, amount: bigint): bigint | undefined {
    const part = shareOf(from.cost, amount, from.amount);
    from.amount -= amount;
    if (from.cost !== undefined && part !== undefined) from.cost -= part;
    this.total -= amount;
    if (from.amount === 0n) this.drop();
    return part;
  }

  private drop(): void {
    if (this.method === 'lifo') this.open.pop();
    else this.first += 1;
    // Emptied places are given back from time to time, not at each step.
    if (this.first <= 4_096 || this.first * 2 <= this.open.length) return;
    this.open = this.open.slice(this.first);
    this.first = 0;
  }
}

/** Lots in the order they came; `fifo` takes the oldest first, `lifo` the newest. */
export function createQueueLots(method: 'fifo' | 'lifo'): LotBook {
  return new QueueLots(method);
}
