import type { ReferenceExposure } from './exposure-reference.ts';

/** A payment of one asset between two accounts. */
export interface ReferencePayment {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

interface AccountQuestion {
  readonly subject: string;
  /** Accounts somebody names: money ends there. */
  readonly named: ReadonlySet<string>;
}

/** What an account has, how much of it comes from the subject, and over how many payments at least. */
interface Pot {
  balance: bigint;
  traced: bigint;
  hop: number;
}

/**
 * Where the payments of an account went by haircut, as its page states it: every payment carries the share of the balance it
 * is taken from that is traced, rounded down. One walk over all payments in their order; nothing else.
 */
export class AccountReference {
  readonly #flows: readonly ReferencePayment[];
  readonly #question: AccountQuestion;
  readonly #pots = new Map<string, Pot>();
  readonly #amounts = new Map<string, bigint>();

  constructor(flows: readonly ReferencePayment[], question: AccountQuestion) {
    this.#flows = flows;
    this.#question = question;
    for (const [account, balance] of AccountReference.openingsOf(flows))
      this.#pots.set(account, { balance, traced: 0n, hop: Number.POSITIVE_INFINITY });
  }

  /** What each account must have had before, so that none pays what it does not have. */
  static openingsOf(flows: readonly ReferencePayment[]): Map<string, bigint> {
    const balances = new Map<string, bigint>();
    const openings = new Map<string, bigint>();
    for (const { from, to, amount } of flows) {
      const left = (balances.get(from) ?? 0n) - amount;
      if (left < 0n) openings.set(from, (openings.get(from) ?? 0n) - left);
      balances.set(from, left < 0n ? 0n : left);
      balances.set(to, (balances.get(to) ?? 0n) + amount);
    }
    return openings;
  }

  measure(): Omit<ReferenceExposure<bigint>, 'parts'> {
    const { subject } = this.#question;
    let total = 0n;
    for (const { from, to, amount } of this.#flows) {
      const pot = this.#potOf(from);
      const traced = pot.balance === 0n ? 0n : (pot.traced * amount) / pot.balance;
      const began = from === subject ? amount - traced : 0n;
      pot.balance -= amount;
      pot.traced -= traced;
      total += began;
      this.#arrive(to, { amount, traced: traced + began, hop: from === subject ? 1 : pot.hop + 1 });
    }
    for (const [account, { traced }] of this.#pots) {
      // What came back and is kept went nowhere.
      if (account === subject) total -= traced;
      else this.#count('held', traced);
    }
    return { total, amounts: this.#amounts };
  }

  #arrive(to: string, { amount, traced, hop }: { amount: bigint; traced: bigint; hop: number }): void {
    const pot = this.#potOf(to);
    pot.balance += amount;
    if (this.#question.named.has(to)) {
      this.#count(`${hop <= 1 ? 'direct' : 'indirect'} ${to}`, traced);
      return;
    }
    pot.traced += traced;
    if (traced > 0n) pot.hop = Math.min(pot.hop, hop);
  }

  #potOf(account: string): Pot {
    const pot = this.#pots.get(account) ?? { balance: 0n, traced: 0n, hop: Number.POSITIVE_INFINITY };
    this.#pots.set(account, pot);
    return pot;
  }

  #count(name: string, amount: bigint): void {
    if (amount > 0n) this.#amounts.set(name, (this.#amounts.get(name) ?? 0n) + amount);
  }
}
