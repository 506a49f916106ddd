import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import type { WaitingPlace } from './forecast.ts';
import { TraceGate } from './trace-gate.ts';

const LIMITS = {
  ...{ atOnce: 2, atOnceEach: 1, waiting: 3, waitingEach: 1, waitingAgency: 2, longestWaitMs: 600_000 },
  ...{ own: 'searches', all: 'searches' },
};

/** Somebody of an agency: `x of north`. */
function of(name: string) {
  const [person = '', agency = 'north'] = name.split(' of ');
  return { person, agency };
}

/** Work that ends on request, and reports when it began. */
function openWork(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name) };
}

test('work waits for a place of its account while that of another account passes it', async () => {
  const gate = new TraceGate(LIMITS);
  const begun: string[] = [];
  const [first, second, other] = [openWork(begun, 'x1'), openWork(begun, 'x2'), openWork(begun, 'y1')];
  const running = [gate.run(of('x'), first.work), gate.run(of('x'), second.work), gate.run(of('y'), other.work)];
  expect(begun).toEqual(['x1', 'y1']);
  other.end();
  await running[2];
  expect(begun).toEqual(['x1', 'y1']);
  first.end();
  await running[0];
  second.end();
  expect(await running[1]).toBe('x2');
  expect(begun).toEqual(['x1', 'y1', 'x2']);
});

test('more than may wait is refused at once: of one account, of one agency, and of all', async () => {
  const gate = new TraceGate(LIMITS);
  const names = ['a of north', 'b of north', 'a of north', 'b of north', 'c of south'];
  const works = names.map((name, at) => ({ name, ...openWork([], `${name}${at}`) }));
  const running = works.map(({ name, work }) => gate.run(of(name), work));
  const refusalOf = async (name: string) => {
    const refusal = await gate.run(of(name), async () => 1).catch((error: unknown) => error);
    return AppError.is(refusal, 'unavailable') && [refusal.message, refusal.context.reason];
  };
  expect(await refusalOf('a of north')).toEqual([
    '2 searches of yours run or wait already. Try again when one has ended, or end one.',
    'overloaded',
  ]);
  expect(await refusalOf('d of north')).toEqual([
    '2 searches of your agency wait already. Try again when some of them have begun.',
    'overloaded',
  ]);
  expect(await refusalOf('e of south')).toEqual([
    '3 searches wait on this server already. Try again in a moment.',
    'overloaded',
  ]);
  for (const { end } of works) end();
  await Promise.all(running);
  expect(await gate.run(of('e of south'), async () => 2)).toBe(2);
});

test('whoever leaves while waiting gives the place in the queue back, and the work never begins', async () => {
  const gate = new TraceGate(LIMITS);
  const begun: string[] = [];
  const [first, second, third] = [openWork(begun, 'x1'), openWork(begun, 'x2'), openWork(begun, 'x3')];
  const running = gate.run(of('x'), first.work);
  const leaving = new AbortController();
  const left = gate.run(of('x'), second.work, { signal: leaving.signal });
  leaving.abort(new AppError('unavailable', 'The client left.'));
  await expect(left).rejects.toThrow('The client left.');
  const next = gate.run(of('x'), third.work);
  first.end();
  await running;
  third.end();
  expect(await next).toBe('x3');
  expect(begun).toEqual(['x1', 'x3']);
});

test('agencies take turns, and in each its people, whoever came first', async () => {
  const gate = new TraceGate({ ...LIMITS, atOnce: 1, atOnceEach: 1, waiting: 9, waitingEach: 9, waitingAgency: 9 });
  const begun: string[] = [];
  const names = ['a of north', 'a of north', 'a of north', 'b of north', 'c of south', 'c of south', 'd of east'];
  const works = names.map((name) => openWork(begun, name));
  const running = works.map(({ work }, at) => gate.run(of(names[at] as string), work));
  for (const { end } of works) end();
  await Promise.all(running);
  expect(begun.map((name) => name.slice(0, 1)).join('')).toBe('acdbcaa');
});

test('whoever waits learns their place, and the estimated wait once it is known', async () => {
  let now = 0;
  const gate = new TraceGate({ ...LIMITS, atOnce: 1, waiting: 9, waitingEach: 9 }, () => now);
  const works = ['x', 'y', 'z'].map((name) => openWork([], name));
  const told: WaitingPlace[][] = [[], [], []];
  const started: string[] = [];
  const running = works.map(({ work }, at) =>
    gate.run(of(`p${at}`), work, {
      onPlace: (place) => told[at]?.push(place),
      onStart: () => started.push(`p${at}`),
    }),
  );
  expect(told.map((places) => places.at(-1))).toEqual([
    undefined,
    { position: 1, of: 2, seconds: null },
    { position: 2, of: 2, seconds: null },
  ]);
  now = 8_000;
  works[0]?.end();
  await running[0];
  expect(told[2]?.at(-1)).toEqual({ position: 1, of: 1, seconds: 8 });
  now = 11_000;
  gate.describePlaces();
  expect(told[2]?.at(-1)).toEqual({ position: 1, of: 1, seconds: 5 });
  expect(gate.stateFor(of('p2'))).toEqual({ atOnce: 1, running: 1, waiting: 1, own: [told[2]?.at(-1)] });
  expect(gate.stateFor(of('p1')).own).toEqual([]);
  // Over its time: it is expected to run for a while.
  now = 30_000;
  gate.describePlaces();
  expect(told[2]?.at(-1)?.seconds).toBe(2);
  for (const { end } of works) end();
  await Promise.all(running);
  expect(started).toEqual(['p0', 'p1', 'p2']);
  expect(gate.stateFor(of('p2'))).toEqual({ atOnce: 1, running: 0, waiting: 0, own: [] });
});

test('nobody waits longer than is allowed, and learns its place', async () => {
  const gate = new TraceGate(LIMITS);
  const first = openWork([], 'x1');
  const running = gate.run(of('x'), first.work);
  const late = gate.run(of('x'), async () => 1, { waitMs: 1 });
  await expect(late).rejects.toMatchObject({ kind: 'unavailable', context: { reason: 'overloaded' } });
  const other = gate.run(of('x'), async () => 1, { waitMs: 5 });
  await expect(other).rejects.toThrow(/It was number 1 of 1 in line\. Try again later\.$/);
  first.end();
  expect(await running).toBe('x1');
});

test('work that fails gives its place to the next', async () => {
  const gate = new TraceGate({ ...LIMITS, atOnce: 1 });
  const broken = Promise.withResolvers<never>();
  const failing = gate.run(of('x'), () => broken.promise);
  const next = gate.run(of('y'), async () => 'done');
  broken.reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
