import { DAY, DOLLAR, HOUR, keyOf, PlainHistory, SELF } from './plain-history.ts';

/** Choices of a seed. */
export interface Choice {
  /** 0 to `limit - 1`. */
  integer(limit: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
}

/** Writes what one person means to do, in any order, and plays it in the order of time. */
export class Script {
  readonly choice: Choice;
  readonly #steps: { readonly time: number; readonly run: (history: PlainHistory, time: number) => void }[] = [];
  #strangers = 0;

  constructor(choice: Choice) {
    this.choice = choice;
  }

  at(time: number, run: (history: PlainHistory, time: number) => void): void {
    this.#steps.push({ time: Math.round(time), run });
  }

  /** A name that nobody else has. */
  stranger(kind: string): string {
    return `${this.#strangers++}${kind}`;
  }

  /** Cents from whole dollars, lowest and highest included: amounts that are not round. */
  dollars(low: number, high: number): bigint {
    return BigInt(this.choice.between(low * 100, high * 100)) * 10_000n + BigInt(this.choice.integer(9_999));
  }

  receive(time: number, from: string, amount: bigint): void {
    this.at(time, (history, at) => void history.receive(at, from, amount, DOLLAR));
  }

  pay(time: number, to: string, amount: bigint): void {
    this.at(time, (history, at) => void history.pay(at, to, amount, DOLLAR));
  }

  play(history: PlainHistory): PlainHistory {
    for (const { time, run } of this.#steps.toSorted((a, b) => a.time - b.time)) run(history, time);
    return history;
  }
}

/** A part of an amount, percent. */
export function partOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round(percent * 100))) / 10_000n;
}

/** Everyday payments of a person, before and between what is planted. */
function liveOn(script: Script, from: number, days: number): void {
  const { choice } = script;
  const friends = choice.between(2, 6);
  for (let day = from; day < from + days; day += choice.between(2, 9)) {
    const time = day * DAY + choice.integer(DAY);
    if (choice.chance(0.4)) script.receive(time, `friend${choice.integer(friends)}`, script.dollars(20, 600));
    else script.pay(time, `shop${choice.integer(12)}`, script.dollars(5, 200));
  }
}

/** A history in which one pattern was meant to be, by the word of who wrote it and not by the numbers of the rule. */
type Plant = (script: Script) => void;

const passThrough: Plant = (script) => {
  const { choice } = script;
  for (let i = 0, count = choice.between(3, 12); i < count; i++) {
    const time = i * choice.between(1, 5) * DAY + choice.integer(DAY);
    const amount = script.dollars(300, 9_000);
    const minutes = choice.between(1, 70);
    script.receive(time, script.stranger('victim'), amount);
    const rest = partOf(amount, choice.between(94, 100));
    if (choice.chance(0.7)) script.pay(time + minutes * 60, 'boss', rest);
    else {
      script.pay(time + minutes * 30, 'boss', rest / 3n);
      script.pay(time + minutes * 60, script.stranger('boss'), rest - rest / 3n);
    }
  }
  if (choice.chance(0.4)) script.receive(400 * DAY, 'friend', script.dollars(20, 200));
};

const structuring: Plant = (script) => {
  const { choice } = script;
  liveOn(script, 0, 60);
  const threshold = choice.chance(0.5) ? 10_000 : 1_000;
  const isPaid = choice.chance(0.5);
  const start = 70 * DAY + choice.integer(DAY);
  for (let i = 0, count = choice.between(3, 7); i < count; i++) {
    const amount = script.dollars(Math.round(threshold * 0.78), threshold - 1);
    const time = start + i * choice.between(1, 7) * HOUR;
    if (isPaid) script.pay(time, script.stranger('mule'), amount);
    else script.receive(time, script.stranger('mule'), amount);
  }
};

const highValueBurst: Plant = (script) => {
  const { choice } = script;
  liveOn(script, 0, choice.between(60, 300));
  const start = 400 * DAY;
  for (let i = 0, count = choice.between(3, 6); i < count; i++)
    script.receive(start + i * choice.between(1, 9) * HOUR, script.stranger('rich'), script.dollars(9_500, 60_000));
};

const staggered: Plant = (script) => {
  const { choice } = script;
  const mean = choice.between(8, 80) * HOUR;
  let time = 0;
  for (let i = 0, count = choice.between(5, 20); i < count; i++) {
    script.receive(time, script.stranger('victim'), script.dollars(300, 3_000));
    time += (mean * choice.between(40, 170)) / 100;
  }
  const silence = choice.between(28, 300) * DAY;
  script.pay(time + silence, 'mixer', script.dollars(300, 900));
};

const emptied: Plant = (script) => {
  const { choice } = script;
  const amount = script.dollars(9_800, 90_000);
  const parts = choice.between(1, 4);
  const out = partOf(amount, choice.between(94, 100)) / BigInt(parts);
  script.receive(0, 'victim', amount);
  for (let i = 0; i < parts; i++)
    script.pay(HOUR + (i * choice.between(1, 26) * HOUR) / parts, script.stranger('mule'), out);
};

const dormant: Plant = (script) => {
  const { choice } = script;
  let sum = 0n;
  for (let i = 0, count = choice.between(1, 12); i < count; i++) {
    const amount = script.dollars(200, 9_000);
    script.receive(i * 5 * DAY, script.stranger('payer'), amount);
    sum += amount;
  }
  const start = (60 + choice.between(170, 1_500)) * DAY;
  for (let i = 0, count = choice.between(1, 3); i < count; i++)
    script.pay(start + i * HOUR, script.stranger('next'), partOf(sum, choice.between(48, 99)) / BigInt(count));
};

const fan =
  (isIn: boolean): Plant =>
  (script) => {
    const { choice } = script;
    if (!isIn) script.receive(0, 'source', script.dollars(50_000, 90_000));
    const span = choice.between(2, 26) * HOUR;
    const times = Array.from({ length: choice.between(9, 70) }, () => 10 * DAY + choice.integer(span));
    for (const time of times) {
      const amount = script.dollars(20, 700);
      if (isIn) script.receive(time, script.stranger('payer'), amount);
      else script.pay(time, script.stranger('mule'), amount);
    }
    for (let i = 0; i < 6; i++) script.pay((20 + i) * DAY, `shop${i}`, script.dollars(10, 90));
  };

const deposit: Plant = (script) => {
  const { choice } = script;
  for (let i = 0, count = choice.between(2, 25); i < count; i++) {
    const amount = script.dollars(20, 3_000);
    const time = i * choice.between(1, 20) * DAY;
    script.receive(time, `payer${choice.integer(6)}`, amount);
    script.pay(time + choice.between(1, 40) * HOUR, 'exchange', partOf(amount, choice.chance(0.9) ? 100 : 94));
  }
};

const multiVictim: Plant = (script) => {
  const { choice } = script;
  script.at(0, (history, time) => void history.receive(time, 'funder', history.coins(1)));
  const victims = Array.from({ length: choice.between(3, 25) }, (_, i) => `victim${i}`);
  const start = choice.between(1, 30) * DAY;
  for (const [i, victim] of victims.entries()) {
    const amount = script.dollars(50, 9_000);
    const time = start + i * choice.between(1, 150) * 60;
    script.at(time, (history, at) => void history.take(at, [victim], amount));
  }
};

const approval: Plant = (script) => {
  const { choice } = script;
  const amount = script.dollars(300, 20_000);
  script.at(0, (history, time) => void history.receive(time, 'exchange', history.coins(1)));
  script.receive(DAY, 'exchange', amount);
  script.at(2 * DAY, (history, time) => void history.act(time));
  const taken = partOf(amount, choice.chance(0.85) ? 100 : choice.between(60, 99));
  script.at(choice.between(3, 90) * DAY, (history, time) => void history.lose(time, 'drainer', taken));
};

const poisoned: Plant = (script) => {
  const { choice } = script;
  liveOn(script, 0, choice.between(10, 60));
  const friend = keyOf(`friend${choice.integer(900)}`);
  const digits = choice.chance(0.9) ? 3 : 2;
  const bait = `${friend.slice(0, digits)}${'9'.repeat(36 - digits)}${friend.slice(-4)}`;
  script.receive(100 * DAY - HOUR, 'payer', script.dollars(5_000, 9_000));
  script.at(100 * DAY, (history, time) => {
    const call = { asset: history.coin, amount: 1n, from: [SELF], to: undefined, kind: 'fee' as const };
    history.add(time, [
      call,
      { asset: DOLLAR, amount: script.dollars(50, 2_000), from: [SELF], to: friend, kind: 'token' },
    ]);
  });
  const isNothing = choice.chance(0.7);
  script.at(100 * DAY + choice.between(1, 200) * HOUR, (history, time) => {
    const nothing = { asset: DOLLAR, amount: 0n, from: [SELF], to: bait, kind: 'token' as const };
    const dust = { asset: DOLLAR, amount: 10_000n, from: [bait], to: SELF, kind: 'token' as const };
    history.add(time, [isNothing ? nothing : dust]);
  });
};

const dusted: Plant = (script) => {
  const { choice } = script;
  liveOn(script, 0, choice.between(10, 90));
  const cents = BigInt(choice.between(1, 110));
  script.receive(choice.between(5, 90) * DAY, script.stranger('spammer'), cents * 10_000n);
};

/** What was planted, by the id of the pattern it is meant to be. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'pass-through': passThrough,
  structuring,
  'high-value-burst': highValueBurst,
  'staggered-then-silent': staggered,
  'new-account-emptied': emptied,
  'multi-victim-drain': multiVictim,
  'dormancy-then-burst': dormant,
  'fan-in': fan(true),
  'fan-out': fan(false),
  'deposit-shape': deposit,
  'dust-receipt': dusted,
  'address-poisoning': poisoned,
  'approval-drain': approval,
};

/** A history with one planted pattern. */
export function plantHistory(pattern: string, choice: Choice): PlainHistory {
  const script = new Script(choice);
  PLANTS[pattern]?.(script);
  return script.play(new PlainHistory({ services: [keyOf('exchange')] }));
}
