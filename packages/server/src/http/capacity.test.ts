import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { Capacity, type CapacityLimits } from './capacity.ts';

const LIMITS: CapacityLimits = {
  running: 6,
  runningVisitors: 4,
  runningEach: 3,
  sending: 5,
  sendingVisitors: 4,
  sendingSource: 2,
  sendingAccount: 3,
  whileLate: 1,
  lateMs: 250,
};

function open(delay = 0): Capacity {
  return new Capacity(() => delay, LIMITS);
}

/** Why it was refused; undefined where it was not. */
function refusal(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.context.reason : error;
  }
}

test('visitors get their share and no more, and people who are signed in the rest', () => {
  const capacity = open();
  for (const source of ['a', 'b', 'c', 'd']) capacity.enter(source, false);
  expect(refusal(() => capacity.enter('e', false))).toBe('overloaded');
  const [first, second] = [capacity.enter('e', true), capacity.enter('f', true)];
  first.belongsTo('ann');
  second.belongsTo('bob');
  expect(refusal(() => capacity.enter('g', true))).toBe('overloaded');
  second.leave();
  expect(refusal(() => capacity.enter('g', true))).toBeUndefined();
});

test('a session that is none takes the share of visitors', () => {
  const capacity = open();
  for (const source of ['a', 'b', 'c', 'd']) capacity.enter(source, false);
  const place = capacity.enter('e', true);
  expect(refusal(() => place.belongsTo(undefined))).toBe('overloaded');
  place.leave();
  expect(refusal(() => capacity.enter('e', true))).toBeUndefined();
});

test('one source and one account have a limit of their own, which is no load of the server', () => {
  const capacity = open();
  const own = [0, 1, 2].map(() => capacity.enter('a', false));
  expect(refusal(() => capacity.enter('a', false))).toBe('too-many');
  expect(refusal(() => capacity.enter('b', false))).toBeUndefined();
  own[0]?.leave();
  expect(refusal(() => capacity.enter('a', false))).toBeUndefined();
  const signedIn = open();
  for (const source of ['a', 'b', 'c']) signedIn.enter(source, true).belongsTo('ann');
  const fourth = signedIn.enter('d', true);
  expect(refusal(() => fourth.belongsTo('ann'))).toBe('too-many');
});

/** A body that ends on request; `refused` states with which reason its place was taken away. */
function send(capacity: Capacity, source: string, account?: string) {
  const place = capacity.enter(source, account !== undefined);
  if (account !== undefined) place.belongsTo(account);
  const { promise, resolve } = Promise.withResolvers<string>();
  let outcome: unknown = 'on its way';
  const body = place
    .whileSending(() => promise)
    .then(
      (text) => (outcome = text),
      (error: unknown) => (outcome = error instanceof AppError ? error.context.reason : error),
    );
  return { place, body, end: () => resolve('read'), outcome: () => outcome };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a request that is still sending its body does not count as running, and counts again once the body has arrived', async () => {
  const capacity = open();
  const bodies = ['a', 'b', 'c'].map((source) => send(capacity, source));
  const places = ['d', 'e', 'f', 'g'].map((source) => capacity.enter(source, false));
  expect(refusal(() => capacity.enter('h', false))).toBe('overloaded');
  for (const place of places) place.leave();
  for (const { end } of bodies) end();
  await settled();
  expect(bodies.map(({ outcome }) => outcome())).toEqual(['read', 'read', 'read']);
  capacity.enter('d', false);
  expect(refusal(() => capacity.enter('e', false))).toBe('overloaded');
});

test('one source has few bodies on their way at once: the oldest gives way to a new one, that of others does not', async () => {
  const capacity = open();
  const other = send(capacity, 'b');
  const own = [0, 1, 2].map(() => send(capacity, 'a'));
  await settled();
  expect([other, ...own].map(({ outcome }) => outcome())).toEqual([
    'on its way',
    'too-many',
    'on its way',
    'on its way',
  ]);
  own[0]?.place.leave();
  own[2]?.end();
  await settled();
  expect(own.map(({ outcome }) => outcome())).toEqual(['too-many', 'on its way', 'read']);
});

test('an account has more of them, wherever it is', async () => {
  const capacity = open();
  const own = ['a', 'b', 'c', 'd'].map((source) => send(capacity, source, 'ann'));
  await settled();
  expect(own.map(({ outcome }) => outcome())).toEqual(['too-many', 'on its way', 'on its way', 'on its way']);
});

test('where visitors have all they may, the source with the most gives way, and people who are signed in do not', async () => {
  const capacity = open();
  const known = send(capacity, 'a', 'ann');
  const slow = ['b', 'c', 'c', 'd'].map((source) => send(capacity, source));
  const next = send(capacity, 'e');
  await settled();
  expect([known, ...slow, next].map(({ outcome }) => outcome())).toEqual([
    ...['on its way', 'on its way', 'too-many', 'on its way'],
    ...['on its way', 'on its way'],
  ]);
  const second = send(capacity, 'f', 'bob');
  await settled();
  expect([known, second, ...slow].map(({ outcome }) => outcome())).toEqual([
    ...['on its way', 'on its way', 'too-many', 'too-many'],
    ...['on its way', 'on its way'],
  ]);
});

test('a body that ends after its answer gives nothing back twice', async () => {
  const capacity = open();
  const sending = Promise.withResolvers<string>();
  const place = capacity.enter('a', false);
  const body = place.whileSending(() => sending.promise);
  place.leave();
  place.leave();
  sending.resolve('read');
  await body;
  for (const source of ['a', 'b', 'c', 'd']) capacity.enter(source, false);
  expect(refusal(() => capacity.enter('e', false))).toBe('overloaded');
});

test.each([
  [250, 1, false, undefined],
  [251, 0, false, undefined],
  [251, 1, false, 'overloaded'],
  [251, 1, true, undefined],
  [251, 2, true, 'overloaded'],
])('with a loop %i ms late and %i running, a request (of a session: %s) is %s', (delay, running, claims, outcome) => {
  const capacity = new Capacity(() => delay, LIMITS);
  for (let at = 0; at < running; at++) capacity.enter(`source ${at}`, true);
  expect(refusal(() => capacity.enter('last', claims))).toBe(outcome);
});
