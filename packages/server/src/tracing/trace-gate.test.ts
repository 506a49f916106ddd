import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { TraceGate } from './trace-gate.ts';

const LIMITS = { atOnce: 2, atOnceEach: 1, waiting: 2, waitingEach: 1, own: 'searches', all: 'searches' };

/** Work that ends when it is told to, and tells when it began. */
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
  const running = [gate.run('x', first.work), gate.run('x', second.work), gate.run('y', other.work)];
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

test('more than may wait is refused at once, of one account and of all', async () => {
  const gate = new TraceGate(LIMITS);
  const works = ['x', 'x', 'y', 'y'].map((owner, at) => ({ owner, ...openWork([], `${owner}${at}`) }));
  const running = works.map(({ owner, work }) => gate.run(owner, work));
  const refusal = await gate.run('x', async () => 1).catch((error: unknown) => error);
  expect(AppError.is(refusal, 'unavailable') && [refusal.message, refusal.context.reason]).toEqual([
    '2 searches of yours are running already. Try again when one has ended, or end one.',
    'overloaded',
  ]);
  await expect(gate.run('z', async () => 1)).rejects.toThrow('4 searches are running on this server already.');
  for (const { end } of works) end();
  await Promise.all(running);
  expect(await gate.run('z', async () => 2)).toBe(2);
});

test('whoever leaves while waiting gives the place in the queue back, and the work never begins', async () => {
  const gate = new TraceGate(LIMITS);
  const begun: string[] = [];
  const [first, second, third] = [openWork(begun, 'x1'), openWork(begun, 'x2'), openWork(begun, 'x3')];
  const running = gate.run('x', first.work);
  const leaving = new AbortController();
  const left = gate.run('x', second.work, leaving.signal);
  leaving.abort(new AppError('unavailable', 'The client left.'));
  await expect(left).rejects.toThrow('The client left.');
  const next = gate.run('x', third.work);
  first.end();
  await running;
  third.end();
  expect(await next).toBe('x3');
  expect(begun).toEqual(['x1', 'x3']);
});
