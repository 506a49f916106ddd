/** A payment, a burn, a fee, or a trade of one asset of an account for another, in the order they are taken. */
export type SlowEvent =
  | {
      readonly kind: 'pay' | 'burn' | 'fee' | 'mint';
      readonly from: string;
      readonly to: string;
      readonly asset: string;
      readonly amount: bigint;
      readonly isSeed?: boolean;
    }
  | {
      readonly kind: 'trade';
      readonly account: string;
      readonly from: string;
      readonly to: string;
      readonly amount: bigint;
    };

/** What becomes of traced money: what every account holds of it, and what was destroyed or paid in fees, by asset. */
export interface SlowResult {
  readonly held: ReadonlyMap<string, bigint>;
  readonly burned: bigint;
  readonly fees: bigint;
}

/** Traced units of a payment, in their order where a method distinguishes units. */
type Units = readonly boolean[];

/** One account of one asset: every unit it holds, and what of it counts as traced. */
abstract class SlowBook {
  abstract give(amount: bigint): Units;
  abstract take(units: Units): void;
  abstract traced(): bigint;
}

function countOf(units: Units): bigint {
  return BigInt(units.filter(Boolean).length);
}

function unitsOf(amount: bigint, traced: bigint): Units {
  return Array.from({ length: Number(amount) }, (_, i) => BigInt(i) < traced);
}

/** Units in a line; the front or the back leaves first. */
class SlowLine extends SlowBook {
  private line: boolean[] = [];
  private readonly fromFront: boolean;

  constructor(fromFront: boolean) {
    super();
    this.fromFront = fromFront;
  }

  give(amount: bigint): Units {
    const count = Number(amount);
    return this.fromFront ? this.line.splice(0, count) : this.line.splice(this.line.length - count);
  }

  take(units: Units): void {
    this.line.push(...units);
  }

  traced(): bigint {
    return countOf(this.line);
  }
}

/** Two numbers and a rule for what of a payment is traced. */
class SlowPot extends SlowBook {
  private balance = 0n;
  private held = 0n;
  private isTouched = false;
  private readonly rule: 'share' | 'claim' | 'whole';

  constructor(rule: 'share' | 'claim' | 'whole') {
    super();
    this.rule = rule;
  }

  give(amount: bigint): Units {
    const traced = this.tracedOf(amount);
    this.balance -= amount;
    this.held = this.held > traced ? this.held - traced : 0n;
    return unitsOf(amount, traced);
  }

  take(units: Units): void {
    this.balance += BigInt(units.length);
    this.held += countOf(units);
    if (units.some(Boolean)) this.isTouched = true;
  }

  traced(): bigint {
    return this.held;
  }

  private tracedOf(amount: bigint): bigint {
    if (this.rule === 'whole') return this.isTouched ? amount : 0n;
    if (this.rule === 'share') return this.balance === 0n ? 0n : (this.held * amount) / this.balance;
    const left = this.balance - amount;
    return this.held > left ? this.held - left : 0n;
  }
}

function openBook(method: string): SlowBook {
  if (method === 'fifo/1' || method === 'lifo/1') return new SlowLine(method === 'fifo/1');
  return new SlowPot(method === 'poison/1' ? 'whole' : method === 'libr/1' ? 'claim' : 'share');
}

/** Every account of a whole chain from its first block on, one event after the other: slow, and obviously right. */
export function traceSlowly(events: readonly SlowEvent[], method: string): SlowResult {
  const books = new Map<string, SlowBook>();
  const bookOf = (account: string, asset: string): SlowBook => {
    const key = `${account}:${asset}`;
    const book = books.get(key) ?? openBook(method);
    books.set(key, book);
    return book;
  };
  let [burned, fees] = [0n, 0n];
  for (const event of events) {
    if (event.kind === 'trade') {
      const traced = countOf(bookOf(event.account, event.from).give(event.amount));
      bookOf(event.account, event.to).take(unitsOf(event.amount, traced));
      continue;
    }
    const { kind, from, to, asset, amount, isSeed } = event;
    if (from === to) continue;
    const units = from === '' ? unitsOf(amount, 0n) : bookOf(from, asset).give(amount);
    if (kind === 'burn') burned += countOf(units);
    else if (kind === 'fee') fees += countOf(units);
    else bookOf(to, asset).take(isSeed ? unitsOf(amount, amount) : units);
  }
  const held = [...books].map(([key, book]) => [key, book.traced()] as const).filter(([, amount]) => amount > 0n);
  return { held: new Map(held.toSorted(([a], [b]) => (a < b ? -1 : 1))), burned, fees };
}
