import type { Draft } from '../../tracing/testing/output-ledger.ts';

/** Exact fractions: numerator and denominator. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** How amounts are added and divided; the walk is the same for whole units and for fractions. */
interface Arithmetic<Amount> {
  readonly of: (units: bigint) => Amount;
  readonly add: (a: Amount, b: Amount) => Amount;
  readonly subtract: (a: Amount, b: Amount) => Amount;
  readonly isZero: (a: Amount) => boolean;
  /** Divides by weights; the parts add up to the amount, unless all weights are 0. */
  readonly deal: (amount: Amount, weights: readonly bigint[]) => Amount[];
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** Whole units: parts rounded down, then one unit each by falling fraction, on a tie the earlier part. */
export const WHOLE_UNITS: Arithmetic<bigint> = {
  of: (units) => units,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  isZero: (a) => a === 0n,
  deal(amount, weights) {
    const total = sumOf(weights);
    if (total === 0n) return weights.map(() => 0n);
    const rows = weights.map((weight, at) => ({
      at,
      whole: (amount * weight) / total,
      due: (amount * weight) % total,
    }));
    const left = Number(amount - sumOf(rows.map(({ whole }) => whole)));
    const served = new Set(
      rows
        .toSorted((a, b) => (a.due === b.due ? a.at - b.at : a.due > b.due ? -1 : 1))
        .slice(0, left)
        .map(({ at }) => at),
    );
    return rows.map(({ at, whole }) => (served.has(at) ? whole + 1n : whole));
  },
};

function reduce(n: bigint, d: bigint): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
}

/** Nothing is rounded. */
export const FRACTIONS: Arithmetic<Fraction> = {
  of: (units) => ({ n: units, d: 1n }),
  add: (a, b) => reduce(a.n * b.d + b.n * a.d, a.d * b.d),
  subtract: (a, b) => reduce(a.n * b.d - b.n * a.d, a.d * b.d),
  isZero: ({ n }) => n === 0n,
  deal(amount, weights) {
    const total = sumOf(weights);
    return weights.map((weight) => (total === 0n ? { n: 0n, d: 1n } : reduce(amount.n * weight, amount.d * total)));
  },
};

/** One subject of a small ledger, by numbers of owners. */
export interface ReferenceQuestion {
  readonly drafts: readonly Draft[];
  readonly subject: number;
  /** Owners somebody names: money ends there. */
  readonly named: ReadonlySet<number>;
  readonly way: 'in' | 'out';
}

/** Amounts by `direct 3` or `indirect 3`, owner by number, and by `mined`, `held`, `fees`, `destroyed`. */
export interface ReferenceExposure<Amount> {
  readonly total: Amount;
  readonly amounts: ReadonlyMap<string, Amount>;
  /** Parts that were dealt: no part is further than one unit from its fraction. */
  readonly parts: number;
}

type Place = readonly [transaction: number, vout: number];

/** Money in a coin, and the fewest transactions between it and a coin of the subject. */
interface Traced<Amount> {
  readonly amount: Amount;
  readonly hop: number;
}

/**
 * Exposure by haircut as its page states it, written against the ledger alone: each coin asks the transaction it comes from (or,
 * backward, goes into) what it carries, and that asks its own coins. No rounds, no queue, no leaves.
 */
export class ExposureReference<Amount> {
  readonly #question: ReferenceQuestion;
  readonly #units: Arithmetic<Amount>;
  readonly #spenders = new Map<string, Place>();
  readonly #dealt = new Map<number, Traced<Amount>[]>();
  readonly #amounts = new Map<string, Amount>();
  #total: Amount;
  #parts = 0;

  constructor(question: ReferenceQuestion, units: Arithmetic<Amount>) {
    this.#question = question;
    this.#units = units;
    this.#total = units.of(0n);
    for (const [number, { spends }] of question.drafts.entries()) {
      for (const [input, [source, vout]] of spends.entries()) this.#spenders.set(`${source}:${vout}`, [number, input]);
    }
  }

  measure(): ReferenceExposure<Amount> {
    const numbers = [...this.#question.drafts.keys()];
    // What comes first on the way of the money is divided first, so that a long chain is no deep recursion.
    for (const number of this.#question.way === 'out' ? numbers : numbers.reverse()) {
      const { pays = [] } = this.#question.drafts[number] ?? {};
      for (const vout of pays.keys()) this.#end([number, vout]);
      if (this.#question.way === 'out') this.#count('fees', this.#deal(number).at(-1)?.amount);
      else if (this.#question.drafts[number]?.spends.length === 0) this.#count('mined', this.#inside(number).amount);
    }
    return { total: this.#total, amounts: this.#amounts, parts: this.#parts };
  }

  #payment([number, vout]: Place) {
    const paid = this.#question.drafts[number]?.pays[vout];
    if (!paid) throw new Error('A draft spends what exists.');
    return paid;
  }

  #count(name: string, amount: Amount | undefined): void {
    if (amount === undefined || this.#units.isZero(amount)) return;
    this.#amounts.set(name, this.#units.add(this.#amounts.get(name) ?? this.#units.of(0n), amount));
  }

  /** What arrived at a coin from the coins of the subject, forward or backward. */
  #arrived(place: Place): Traced<Amount> {
    const nothing = { amount: this.#units.of(0n), hop: Number.POSITIVE_INFINITY };
    if (this.#question.way === 'out') return this.#deal(place[0])[place[1]] ?? nothing;
    const spender = this.#spenders.get(`${place[0]}:${place[1]}`);
    return spender ? (this.#deal(spender[0])[spender[1]] ?? nothing) : nothing;
  }

  /** What continues from a coin: all of a coin of the subject, nothing where somebody is named. */
  #goesOn(place: Place): Traced<Amount> {
    const { to, amount } = this.#payment(place);
    if (to === this.#question.subject) return { amount: this.#units.of(amount), hop: 0 };
    if (to !== undefined && this.#question.named.has(to)) return { amount: this.#units.of(0n), hop: 0 };
    return this.#arrived(place);
  }

  /** Everything that goes into a transaction from the side the subject is on. */
  #inside(number: number): Traced<Amount> {
    const { spends = [], pays = [] } = this.#question.drafts[number] ?? {};
    const places = this.#question.way === 'out' ? spends : pays.map((_, vout): Place => [number, vout]);
    const coins = places.map((place) => this.#goesOn(place)).filter(({ amount }) => !this.#units.isZero(amount));
    return {
      amount: coins.reduce((sum, { amount }) => this.#units.add(sum, amount), this.#units.of(0n)),
      hop: coins.reduce((least, { hop }) => Math.min(least, hop), Number.POSITIVE_INFINITY),
    };
  }

  /** What a transaction hands on, by output with the fee last; backward by input. */
  #deal(number: number): readonly Traced<Amount>[] {
    const known = this.#dealt.get(number);
    if (known) return known;
    const { spends = [], pays = [] } = this.#question.drafts[number] ?? {};
    const inputs = spends.map((place) => this.#payment(place).amount);
    const outputs = pays.map(({ amount }) => amount);
    const fee = spends.length === 0 ? 0n : sumOf(inputs) - sumOf(outputs);
    const { amount, hop } = this.#inside(number);
    const weights = this.#question.way === 'out' ? [...outputs, fee] : inputs;
    const parts = this.#units.deal(amount, weights).map((part) => ({ amount: part, hop: hop + 1 }));
    if (!this.#units.isZero(amount)) this.#parts += parts.length;
    this.#dealt.set(number, parts);
    return parts;
  }

  /** Counts what ends at a coin. */
  #end(place: Place): void {
    const { to, amount } = this.#payment(place);
    const { amount: arrived, hop } = this.#arrived(place);
    const isUnspent = !this.#spenders.has(`${place[0]}:${place[1]}`);
    if (to === this.#question.subject) {
      // A coin of the subject is counted whole, and once: what arrived at it began at another of its coins.
      this.#total = this.#units.add(this.#total, this.#units.subtract(this.#units.of(amount), arrived));
      const isKept = this.#question.way === 'out' && isUnspent;
      if (isKept) this.#total = this.#units.subtract(this.#total, this.#units.of(amount));
      return;
    }
    if (to !== undefined && this.#question.named.has(to))
      this.#count(`${hop <= 1 ? 'direct' : 'indirect'} ${to}`, arrived);
    else if (this.#question.way === 'out' && to === undefined) this.#count('destroyed', arrived);
    else if (this.#question.way === 'out' && isUnspent) this.#count('held', arrived);
  }
}
