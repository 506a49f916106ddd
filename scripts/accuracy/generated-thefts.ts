import type { PlainMove } from '../../packages/analysis/src/tracing/accounts/testing/plain-chain.ts';
import type { PartyKind } from '../../packages/core/src/trace/known-party.ts';
import { createSeededChoice, type SeededChoice } from './seeded-choice.ts';

/** A ledger on which a theft happens amid other people's payments, and where its money was meant to end. */
export interface GeneratedTheft {
  readonly moves: readonly PlainMove[];
  /** Height of the theft itself: its one transfer is the beginning of a trace. */
  readonly height: number;
  /** Who the labels name, by their key in the ledger. */
  readonly parties: Readonly<Record<string, PartyKind>>;
  /** Names of the places where stolen money was taken to, in the words of the ledger. */
  readonly ends: ReadonlySet<string>;
}

const PEOPLE = 1_200;
const SHOPS = 40;
const EXCHANGES = 6;
/** Payments of other people, before and between those of the theft. */
const TRAFFIC_BEFORE = 1_000;
const TRAFFIC_EACH = 2;
const LOOT = 40_000_000n;

/** Writes payments one block each, and never more than an account has. */
class Ledger {
  readonly moves: PlainMove[] = [];
  readonly #held = new Map<string, bigint>();
  #height = 0;

  get height(): number {
    return this.#height;
  }

  born(to: string, amount: bigint): void {
    this.moves.push({ height: 0, from: '', to, amount, kind: 'genesis' });
    this.#held.set(to, (this.#held.get(to) ?? 0n) + amount);
  }

  heldBy(name: string): bigint {
    return this.#held.get(name) ?? 0n;
  }

  /** What was paid: no more than the account has. */
  pay(from: string, to: string, amount: bigint): bigint {
    const held = this.heldBy(from);
    const paid = amount < held ? amount : held;
    if (paid <= 0n || from === to) return 0n;
    this.#height++;
    this.moves.push({ height: this.#height, from, to, amount: paid });
    this.#held.set(from, held - paid);
    this.#held.set(to, this.heldBy(to) + paid);
    return paid;
  }
}

const person = (i: number): string => `person${i}`;
const shop = (i: number): string => `shop${i}`;
const exchange = (i: number): string => `exchange${i}`;
const deposit = (i: number, who: string): string => `d${i}${who}`.slice(0, 20);

/** What other people do: pay each other and shops, and pay in and out at exchanges, whose deposits are swept at once. */
function payTraffic(ledger: Ledger, choice: SeededChoice): void {
  const who = person(choice.integer(PEOPLE));
  const part = (ledger.heldBy(who) * BigInt(choice.between(1, 40))) / 100n;
  const kind = choice.integer(10);
  if (kind < 4) ledger.pay(who, person(choice.integer(PEOPLE)), part);
  else if (kind < 6) ledger.pay(who, shop(choice.integer(SHOPS)), part / 4n);
  else if (kind < 7) {
    const own = shop(choice.integer(SHOPS));
    ledger.pay(own, person(choice.integer(PEOPLE)), ledger.heldBy(own) / 3n);
  } else if (kind < 9) {
    const at = choice.integer(EXCHANGES);
    const into = deposit(at, who);
    ledger.pay(who, into, part);
    ledger.pay(into, exchange(at), part);
  } else {
    const from = exchange(choice.integer(EXCHANGES));
    ledger.pay(from, who, ledger.heldBy(from) / BigInt(choice.between(20, 200)));
  }
}

/** Takes money away from a mule: to an exchange, to rest, or to a shop. Where it came to; undefined where nothing was left of it. */
function takeAway(ledger: Ledger, choice: SeededChoice, mule: string, amount: bigint): string | undefined {
  const kind = choice.integer(10);
  if (kind < 5) {
    const at = choice.integer(EXCHANGES);
    const into = deposit(at, mule);
    const paid = ledger.pay(mule, into, amount);
    return ledger.pay(into, exchange(at), paid) > 0n ? exchange(at) : undefined;
  }
  const place = kind < 9 ? `rest${ledger.height}` : shop(choice.integer(SHOPS));
  return ledger.pay(mule, place, amount) > 0n ? place : undefined;
}

interface Trail {
  readonly at: string;
  readonly amount: bigint;
  readonly hop: number;
}

/** What the mules do with the loot: they pass it on in parts, and take it away after some hops. */
class Laundering {
  readonly ends = new Set<string>();
  readonly #ledger: Ledger;
  readonly #choice: SeededChoice;
  readonly #width: number;
  readonly #depth: number;
  #mules = 0;

  constructor(ledger: Ledger, choice: SeededChoice) {
    this.#ledger = ledger;
    this.#choice = choice;
    this.#width = choice.between(4, 120);
    this.#depth = choice.between(2, 13);
  }

  run(): void {
    const open: Trail[] = [{ at: 'thief', amount: LOOT, hop: 0 }];
    for (let trail = open.shift(); trail; trail = open.shift()) {
      for (let i = 0; i < TRAFFIC_EACH; i++) payTraffic(this.#ledger, this.#choice);
      open.push(...this.#goOn(trail));
    }
  }

  /** Where a trail continues; nowhere where the money was taken away. */
  #goOn({ at, amount, hop }: Trail): Trail[] {
    const choice = this.#choice;
    if (hop >= this.#depth || (hop > 1 && choice.chance(0.25))) {
      const end = takeAway(this.#ledger, choice, at, amount);
      if (end !== undefined) this.ends.add(end);
      return [];
    }
    const count = hop === 0 ? this.#width : choice.chance(0.2) ? choice.between(2, 3) : 1;
    const part = amount / BigInt(count);
    return Array.from({ length: count }, (_, i) => {
      const own = i === count - 1 ? amount - part * BigInt(count - 1) : part;
      const next = choice.chance(1 / 5) ? person(choice.integer(PEOPLE)) : `mule${this.#mules++}`;
      const paid = this.#ledger.pay(at, next, own);
      return { at: next, amount: paid, hop: hop + 1 };
    }).filter(({ amount: paid }) => paid > 0n);
  }
}

/**
 * A theft of one transfer: the thief pays up to 120 mules, who pass on all of it in parts for two to thirteen hops. A fifth of the
 * mules are people with money of their own. The money rests in wallets, is paid into exchanges or spent at shops; those are its ends.
 */
export function generateTheft(seed: string, isLabelled: boolean): GeneratedTheft {
  const choice = createSeededChoice(`theft ${seed}`);
  const ledger = new Ledger();
  ledger.born('victim', LOOT);
  for (let i = 0; i < PEOPLE; i++) ledger.born(person(i), BigInt(choice.between(1_000, 2_000_000)));
  for (let i = 0; i < EXCHANGES; i++) ledger.born(exchange(i), 50_000_000n);
  for (let i = 0; i < TRAFFIC_BEFORE; i++) payTraffic(ledger, choice);
  ledger.pay('victim', 'thief', LOOT);
  const { height } = ledger;
  const laundering = new Laundering(ledger, choice);
  laundering.run();
  for (let i = 0; i < TRAFFIC_BEFORE; i++) payTraffic(ledger, choice);
  const parties: Record<string, PartyKind> = {};
  if (isLabelled) for (let i = 0; i < EXCHANGES; i++) parties[exchange(i)] = 'service';
  return { moves: ledger.moves, height, parties, ends: laundering.ends };
}
