import { describe, expect, test } from 'vitest';
import { dormancyThenBurst } from './dormancy-then-burst.ts';
import { dustReceipt } from './dust-receipt.ts';
import { roundAmounts } from './round-amounts.ts';
import { staggeredThenSilent } from './staggered-then-silent.ts';
import { DAY, DOLLAR, HOUR, keyOf, PlainHistory, START } from './testing/plain-history.ts';
import { timeZone } from './time-zone.ts';

const dollars = (count: number): bigint => BigInt(Math.round(count * 1_000_000));

describe('dormant, then paid out', () => {
  /** 100 dollars came, then payments so many seconds after so many days. */
  function look(idle: number, payments: readonly (readonly [after: number, amount: number])[], asset = DOLLAR) {
    const history = new PlainHistory();
    history.receive(0, 'payer', dollars(100), DOLLAR);
    for (const [after, amount] of payments) history.pay(idle + after, 'shop', dollars(amount), asset);
    return dormancyThenBurst.find(history.subject());
  }

  test('is from 180 days and half of the balance on, and not a second or a unit less', () => {
    expect(look(180 * DAY, [[0, 50]])?.sentence).toMatch(/^After 180 days .*at least 50 % of what it had\.$/);
    expect(look(180 * DAY - 1, [[0, 50]])).toBeUndefined();
    expect(look(180 * DAY, [[0, 49.999_999]])).toBeUndefined();
  });

  test('adds payments of one asset up to 24 hours after the first, and no receipts', () => {
    expect(
      look(200 * DAY, [
        [0, 30],
        [24 * HOUR, 20],
      ])?.count,
    ).toBe(2);
    expect(
      look(200 * DAY, [
        [0, 30],
        [24 * HOUR + 1, 20],
      ]),
    ).toBeUndefined();
    const history = new PlainHistory();
    history.receive(0, 'payer', dollars(100), DOLLAR);
    history.receive(200 * DAY, 'payer', dollars(80), DOLLAR);
    history.pay(200 * DAY + 5, 'shop', dollars(40), DOLLAR);
    expect(dormancyThenBurst.find(history.subject())).toBeUndefined();
    expect(look(200 * DAY, [[0, 90]], 'eth:never-had')).toBeUndefined();
  });

  test('names the longest silence', () => {
    const history = new PlainHistory();
    history.receive(0, 'payer', dollars(100), DOLLAR);
    history.pay(200 * DAY, 'shop', dollars(60), DOLLAR);
    history.pay(500 * DAY, 'shop', dollars(30), DOLLAR);
    history.receive(501 * DAY, 'payer', dollars(100), DOLLAR);
    history.pay(701 * DAY, 'shop', dollars(100), DOLLAR);
    expect(dormancyThenBurst.find(history.subject())?.sentence).toMatch(/^After 300 days/);
  });
});

describe('unsolicited dust', () => {
  const sent = (history: PlainHistory) => dustReceipt.find(history.subject());

  test('is from strangers, in a transaction of their own', () => {
    const history = new PlainHistory();
    history.receive(0, 'known', dollars(5), DOLLAR);
    history.receive(5, 'stranger', dollars(0.999_999), DOLLAR);
    expect(sent(history)).toMatchObject({ count: 1, firstTime: START + 5 });
    history.receive(9, 'known', dollars(0.5), DOLLAR);
    history.take(12, ['victim'], dollars(0.5));
    history.receive(15, 'payer', dollars(1), DOLLAR);
    expect(sent(history)?.count).toBe(1);
  });

  test('is none from a service, or from nobody', () => {
    const history = new PlainHistory({ services: [keyOf('exchange')] });
    history.receive(0, 'exchange', dollars(0.5), DOLLAR);
    history.add(5, [{ asset: DOLLAR, amount: dollars(0.5), from: [], to: history.subject().self, kind: 'token' }]);
    expect(sent(history)).toBeUndefined();
  });
});

describe('round amounts', () => {
  const look = (amounts: readonly bigint[]) => {
    const history = new PlainHistory();
    for (const [i, amount] of amounts.entries()) history.receive(i * DAY, `payer ${i}`, amount, DOLLAR);
    return roundAmounts.find(history.subject());
  };
  const round = new Array<bigint>(4).fill(dollars(1));

  test('have two digits at most and three zeros at least', () => {
    expect(look([...round, 12_000_000n])?.sentence).toMatch(/^5 of 5 transactions/);
    expect(look([...round, 123_000_000n])).toBeUndefined();
    expect(look([...round, 1_200_000n])).toMatchObject({ count: 5 });
  });

  test('are five at least, and four of five', () => {
    const odd = (count: number) => Array.from({ length: count }, (_, i) => 1_234_567n + BigInt(i));
    expect(look([...round, dollars(2), ...odd(1)])).toMatchObject({ count: 5 });
    expect(look([...round, ...round, ...odd(2)])).toMatchObject({ count: 8 });
    expect(look([...round, ...round, ...odd(3)])).toBeUndefined();
    expect(look(round)).toBeUndefined();
  });
});

describe('regular receipts, then silence', () => {
  /** Receipts so far apart from payers of their own, then so many seconds until now. */
  function look(count: number, apart: number, silence: number) {
    const history = new PlainHistory();
    for (let i = 0; i < count; i++) history.receive(i * apart, `payer ${i}`, dollars(100), DOLLAR);
    return staggeredThenSilent.find(history.subject({ tipTime: START + (count - 1) * apart + silence }));
  }

  test('are five at least, and followed by 30 days and three intervals of silence', () => {
    expect(look(5, DAY, 30 * DAY)?.sentence).toContain('then none for 30 days');
    expect(look(4, DAY, 30 * DAY)).toBeUndefined();
    expect(look(5, DAY, 30 * DAY - 1)).toBeUndefined();
    expect(look(5, 20 * DAY, 60 * DAY)?.sentence).toContain('none for 60 days');
    expect(look(5, 20 * DAY, 60 * DAY - 1)).toBeUndefined();
  });

  test('say how far apart they are in hours below two days, and in days from then on', () => {
    expect(look(5, 2 * DAY - HOUR, 40 * DAY)?.sentence).toContain('one every 47.0 hours');
    expect(look(5, 2 * DAY, 40 * DAY)?.sentence).toContain('one every 2.0 days');
  });

  test('at one moment have no rhythm', () => {
    expect(look(5, 0, 40 * DAY)).toBeUndefined();
  });
});

describe('hours of activity', () => {
  /** Own acts at these hours of each of so many days. */
  function look(hours: readonly number[], days: number) {
    const history = new PlainHistory();
    for (let day = 0; day < days; day++) for (const hour of hours) history.act(day * DAY + hour * HOUR);
    return timeZone.find(history.subject());
  }
  const office = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];

  test('fit the clocks of where people are awake then, to the east and to the west', () => {
    expect(look(office, 30)?.sentence).toMatch(/fit these offsets best: UTC[+−][01] \(0\.\d\d\)/);
    expect(
      look(
        office.map((hour) => (hour + 6) % 24),
        30,
      )?.sentence,
    ).toMatch(/UTC−[567] \(0\.\d\d\)/);
    expect(
      look(
        office.map((hour) => (hour + 18) % 24),
        30,
      )?.sentence,
    ).toMatch(/UTC\+[567] \(0\.\d\d\)/);
  });

  test('need 21 days, 50 acts and hours that differ', () => {
    expect(look(office, 22)).toMatchObject({ count: 308 });
    expect(look(office, 21)).toBeUndefined();
    expect(look([9], 49)).toBeUndefined();
    expect(
      look(
        Array.from({ length: 24 }, (_, hour) => hour),
        30,
      ),
    ).toBeUndefined();
  });
});

test('a pattern has nothing to say of a service, of a single transaction, or of a part where the whole is needed', () => {
  const history = new PlainHistory();
  history.receive(0, 'payer', dollars(100), DOLLAR);
  expect(dustReceipt.find(history.subject())).toBeUndefined();
  history.pay(200 * DAY, 'shop', dollars(90), DOLLAR);
  expect(dormancyThenBurst.find(history.subject())).toBeDefined();
  expect(dormancyThenBurst.find(history.subject({ isWhole: false }))).toBeUndefined();
  expect(dormancyThenBurst.find(history.subject({ isService: () => true }))).toBeUndefined();
});
