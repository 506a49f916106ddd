import type { MovePlace } from '@trailmark/core/account-ledger';
import {
  type AccountApportioning,
  type AccountBook,
  type Departure,
  type Movement,
  placeKey,
  type Run,
  type TracedPart,
} from './account-apportioning.ts';
import { type Lot, LotLine } from './lot-line.ts';

type End = 'front' | 'back';

function take<Tag>(line: LotLine<Tag>, end: End, amount: bigint): Lot<Tag>[] {
  return end === 'front' ? line.takeFront(amount) : line.takeBack(amount);
}

function sumOf(parts: readonly { readonly amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Units that the index does not know of came last where the oldest leave first, and are deepest where the newest do. */
function fillUp<T extends { readonly amount: bigint }>(taken: readonly T[], amount: bigint, end: End, rest: T): T[] {
  const missing = amount - sumOf(taken);
  if (missing <= 0n) return [...taken];
  const unknown = { ...rest, amount: missing };
  return end === 'front' ? [...taken, unknown] : [unknown, ...taken];
}

/** Neighbouring runs alike are one. */
function join(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined[joined.length - 1];
    if (run.amount === 0n) continue;
    if (last && last.isTraced === run.isTraced)
      joined[joined.length - 1] = { ...last, amount: last.amount + run.amount };
    else joined.push(run);
  }
  return joined;
}

function tracedOf(runs: readonly Run[]): bigint {
  return runs.reduce((sum, { amount, isTraced }) => (isTraced ? sum + amount : sum), 0n);
}

/** The units of a payment; where a method did not say which are traced, the first ones are. */
function runsOf(amount: bigint, { tainted, runs }: TracedPart): readonly Run[] {
  if (runs) return runs;
  return join([
    { amount: tainted, isTraced: true },
    { amount: amount - tainted, isTraced: false },
  ]);
}

function toDeparture(runs: readonly Run[]): Departure {
  return { tainted: tracedOf(runs), added: 0n, runs };
}

class ForwardLine implements AccountBook {
  held = 0n;
  private readonly line = new LotLine<boolean>();
  private readonly end: End;

  constructor(end: End, opening: bigint) {
    this.end = end;
    this.line.push(opening, false);
  }

  arrive(_at: MovePlace, amount: bigint, part: TracedPart): void {
    for (const run of runsOf(amount, part)) this.line.push(run.amount, run.isTraced);
    this.held += part.tainted;
  }

  leave(_at: MovePlace, amount: bigint): Departure {
    const taken = take(this.line, this.end, amount).map((lot): Run => ({ amount: lot.amount, isTraced: lot.tag }));
    const departure = toDeparture(join(fillUp(taken, amount, this.end, { amount: 0n, isTraced: false })));
    this.held -= departure.tainted;
    return departure;
  }

  release(): bigint {
    const { held } = this;
    this.line.retag(false);
    this.held = 0n;
    return held;
  }
}

/** Units of one receipt that are sought, from `from` up to `to` (exclusive). */
interface Stretch {
  readonly from: bigint;
  readonly to: bigint;
}

type Source = Lot<string | undefined>;

/** Which units of which receipt every payment was made of, and which of them are sought. */
class BackwardLine implements AccountBook {
  held = 0n;
  private readonly sources = new Map<string, readonly Source[]>();
  private readonly asked = new Map<string, Stretch[]>();

  constructor(end: End, history: readonly Movement[]) {
    const line = new LotLine<string | undefined>();
    for (const { at, isIn, amount } of history) {
      const key = placeKey(at);
      if (isIn) {
        line.push(amount, key);
        continue;
      }
      const taken = take(line, end, amount);
      this.sources.set(key, fillUp<Source>(taken, amount, end, { amount: 0n, tag: undefined, offset: 0n }));
    }
  }

  arrive(at: MovePlace, amount: bigint, part: TracedPart): void {
    const sources = this.sources.get(placeKey(at)) ?? [];
    let start = 0n;
    for (const { amount: length, isTraced } of runsOf(amount, part)) {
      if (isTraced) this.ask(sources, start, start + length);
      start += length;
    }
    this.held += part.tainted;
  }

  leave(at: MovePlace, amount: bigint): Departure {
    const stretches = (this.asked.get(placeKey(at)) ?? []).sort((a, b) => (a.from < b.from ? -1 : 1));
    const runs: Run[] = [];
    let place = 0n;
    for (const { from, to } of stretches) {
      runs.push({ amount: from - place, isTraced: false }, { amount: to - from, isTraced: true });
      place = to;
    }
    runs.push({ amount: amount - place, isTraced: false });
    const departure = toDeparture(join(runs));
    this.held -= departure.tainted;
    return departure;
  }

  release(): bigint {
    const { held } = this;
    this.asked.clear();
    this.held = 0n;
    return held;
  }

  private ask(sources: readonly Source[], from: bigint, to: bigint): void {
    let start = 0n;
    for (const { amount, tag, offset } of sources) {
      const [first, last] = [start > from ? start : from, start + amount < to ? start + amount : to];
      if (first < last && tag !== undefined) {
        const stretch = { from: offset + first - start, to: offset + last - start };
        const own = this.asked.get(tag);
        if (own) own.push(stretch);
        else this.asked.set(tag, [stretch]);
      }
      start += amount;
    }
  }
}

function inOrder(end: End): AccountApportioning {
  return {
    forward: (opening) => new ForwardLine(end, opening),
    backward: (history) => new BackwardLine(end, history),
  };
}

/** What came in first goes out first. */
export const lotsFromFront = inOrder('front');
/** What came in last goes out first. */
export const lotsFromBack = inOrder('back');
