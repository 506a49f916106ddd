import { DAY, HOUR, keyOf, PlainHistory } from './plain-history.ts';
import { type Choice, partOf, Script } from './planted-histories.ts';

type Life = (script: Script) => void;

/** The wallet from which an exchange that nobody labelled pays its customers, refilled from its cold wallet. */
const payoutWallet: Life = (script) => {
  const { choice } = script;
  const customers = choice.between(100, 400);
  const days = choice.between(20, 60);
  for (let day = 0; day < days; day++) {
    script.receive(day * DAY, 'cold', script.dollars(20_000, 90_000));
    for (let i = 0, count = choice.between(5, 20); i < count; i++)
      script.pay(day * DAY + choice.integer(DAY), `customer${choice.integer(customers)}`, script.dollars(20, 5_000));
  }
};

/** Somebody who is paid once a month and lives on it; in some lives the job ends. */
const salary: Life = (script) => {
  const { choice } = script;
  const pay = script.dollars(1_500, 6_000);
  for (let month = 0, months = choice.between(6, 40); month < months; month++) {
    const start = month * 30 * DAY + choice.integer(2 * DAY);
    script.receive(start, 'employer', pay);
    script.pay(start + choice.between(1, 3) * DAY, 'landlord', partOf(pay, 35));
    for (let i = 0, count = choice.between(3, 9); i < count; i++)
      script.pay(start + choice.between(1, 27) * DAY, `shop${choice.integer(15)}`, script.dollars(5, 180));
  }
  if (choice.chance(0.5)) script.pay(2_000 * DAY, 'shop1', script.dollars(5, 180));
};

/** An employer who pays the same people every month. */
const payroll: Life = (script) => {
  const { choice } = script;
  const staff = choice.between(8, 40);
  for (let month = 0, months = choice.between(3, 24); month < months; month++) {
    script.receive(month * 30 * DAY, 'treasury', script.dollars(30_000, 90_000));
    for (let i = 0; i < staff; i++)
      script.pay(month * 30 * DAY + choice.between(1, 6) * HOUR, `staff${i}`, script.dollars(1_500, 5_000));
    if (choice.chance(0.3)) script.pay(month * 30 * DAY + DAY, script.stranger('leaver'), script.dollars(500, 3_000));
  }
};

/** A miner who is paid by a pool at intervals and sells once in a while. */
const miner: Life = (script) => {
  const { choice } = script;
  const every = choice.between(1, 7) * DAY;
  const count = choice.between(30, 300);
  let saved = 0n;
  for (let i = 0; i < count; i++) {
    const amount = script.dollars(40, 90);
    saved += amount;
    script.receive(i * every + choice.integer(HOUR), 'pool', amount);
    if (!choice.chance(0.05)) continue;
    script.pay(i * every + choice.between(2, 20) * HOUR, choice.chance(0.5) ? 'exchange' : 'broker', partOf(saved, 90));
    saved = partOf(saved, 10);
  }
};

/** A shop: customers who come once or again, and a weekly payment to the owner. */
const shop: Life = (script) => {
  const { choice } = script;
  const days = choice.between(40, 250);
  const regulars = choice.between(10, 60);
  const perDay = choice.between(1, 6);
  let till = 0n;
  for (let day = 0; day < days; day++) {
    for (let i = 0, count = choice.integer(2 * perDay + 1); i < count; i++) {
      const who = choice.chance(0.5) ? script.stranger('customer') : `regular${choice.integer(regulars)}`;
      const amount = choice.chance(0.9) ? script.dollars(5, 400) : script.dollars(400, 3_000);
      till += amount;
      script.receive(day * DAY + choice.between(8, 20) * HOUR, who, amount);
    }
    if (day % 7 !== 6) continue;
    script.pay(day * DAY + 22 * HOUR, 'owner', partOf(till, 95));
    till = 0n;
  }
};

/** Somebody who buys for the same money every week; in some lives much of it is sold years later. */
const saver: Life = (script) => {
  const { choice } = script;
  const weeks = choice.between(20, 200);
  const each = script.dollars(40, 500);
  const seller = choice.chance(0.5) ? 'exchange' : 'broker';
  for (let week = 0; week < weeks; week++) script.receive(week * 7 * DAY + choice.integer(HOUR), seller, each);
  if (choice.chance(0.3))
    script.pay(
      (weeks * 7 + choice.between(1, 400)) * DAY,
      seller,
      partOf(each * BigInt(weeks), choice.between(20, 100)),
    );
};

/** A person with friends, shops and a trade on an exchange now and then. */
const person: Life = (script) => {
  const { choice } = script;
  let time = 0;
  for (let i = 0, count = choice.between(15, 120); i < count; i++) {
    time += choice.between(1, 240) * HOUR;
    const kind = choice.integer(10);
    if (kind < 3) script.receive(time, `friend${choice.integer(8)}`, script.dollars(5, 900));
    else if (kind < 5) script.receive(time, 'exchange', script.dollars(50, 12_000));
    else if (kind < 8) script.pay(time, `shop${choice.integer(20)}`, script.dollars(3, 300));
    else script.pay(time, choice.chance(0.5) ? 'exchange' : `friend${choice.integer(8)}`, script.dollars(20, 4_000));
  }
};

/** People and firms in whose lives nothing was planted. */
export const LIVES: Readonly<Record<string, Life>> = {
  'exchange payout wallet without a label': payoutWallet,
  salary,
  payroll,
  miner,
  shop,
  'saver who buys every week': saver,
  'private person': person,
};

/** A history in which nothing was planted. Of the names in it `exchange` is a service that a label names. */
export function liveHistory(life: string, choice: Choice): PlainHistory {
  const script = new Script(choice);
  LIVES[life]?.(script);
  return script.play(new PlainHistory({ services: [keyOf('exchange')] }));
}
