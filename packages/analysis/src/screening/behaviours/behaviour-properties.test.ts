import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BEHAVIOURS } from './catalogue.ts';
import { findBehaviours } from './find-behaviours.ts';
import { DAY, HOUR, PlainHistory } from './testing/plain-history.ts';
import { randomSubject } from './testing/random-subject.ts';

test('no pattern throws on arbitrary transfers, and a finding names transactions of the subject in their order', () => {
  fc.assert(
    fc.property(randomSubject, (subject) => {
      const order = subject.transactions.map(({ txid }) => txid);
      for (const { txids, count, firstTime, lastTime, sentence } of findBehaviours(subject)) {
        expect(txids.length).toBeGreaterThan(0);
        expect(count).toBeGreaterThanOrEqual(txids.length);
        expect(firstTime).toBeLessThanOrEqual(lastTime);
        expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
        expect(sentence).not.toMatch(/undefined|NaN|Infinity/);
        expect(txids).toEqual(order.filter((txid) => txids.includes(txid)));
      }
    }),
    { numRuns: 400 },
  );
});

test('the order in which blocks are given does not matter', () => {
  fc.assert(
    fc.property(randomSubject, fc.infiniteStream(fc.nat()), (subject, numbers) => {
      const shuffled = subject.transactions
        .map((transaction) => ({ transaction, rank: numbers.next().value as number }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ transaction }) => transaction);
      expect(findBehaviours({ ...subject, transactions: shuffled })).toEqual(findBehaviours(subject));
    }),
    { numRuns: 200 },
  );
});

test('an empty history and one of a single transaction show nothing', () => {
  fc.assert(
    fc.property(randomSubject, (subject) => {
      expect(findBehaviours({ ...subject, transactions: [] })).toEqual([]);
      expect(findBehaviours({ ...subject, transactions: subject.transactions.slice(0, 1) })).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a pattern that needs the whole history answers nothing of a part', () => {
  fc.assert(
    fc.property(randomSubject, (subject) => {
      const whole = findBehaviours({ ...subject, isWhole: true }).map(({ pattern }) => pattern);
      for (const { pattern } of findBehaviours({ ...subject, isWhole: false })) expect(whole).toContain(pattern);
    }),
    { numRuns: 200 },
  );
});

test('the numbers of every pattern are above zero', () => {
  for (const { limits } of BEHAVIOURS) for (const value of Object.values(limits)) expect(value).toBeGreaterThan(0);
});

test('time that goes back between blocks hides nothing', () => {
  const history = new PlainHistory();
  for (let i = 0; i < 10; i++) {
    history.receive(i * DAY + HOUR, 'payer', history.coins(1));
    history.pay(i * DAY + HOUR - 600, 'next', history.coins(1));
  }
  const patterns = findBehaviours(history.subject()).map(({ pattern }) => pattern);
  expect(patterns).toContain('pass-through/1');
});
