import { AppError } from '@trailmark/core/errors';
import { beforeEach, expect, test } from 'vitest';
import { ThreadLane, type ThreadTask } from './thread-lane.ts';

const module = new URL('./testing/sample-thread.ts', import.meta.url);
let lane: ThreadLane;
beforeEach(() => {
  lane = new ThreadLane({ module, most: 3, mostEach: 2, what: 'exports', heapMb: 64 });
});

const taskOf = (job: string, owner: string | null = 'x', more: Partial<ThreadTask> = {}): ThreadTask => {
  return { job, given: { bytes: Buffer.from('ab') }, moved: [], owner, ...more };
};
const double = (owner?: string | null) => lane.run(taskOf('double', owner));
const isDoubled = (value: unknown) => Buffer.from((value as { bytes: Uint8Array }).bytes).toString() === 'abab';

test('a thread answers with bytes, and refuses as the work does', async () => {
  expect(isDoubled(await double())).toBe(true);
  const refusal = await lane.run(taskOf('refuse')).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ kind: 'invalid', message: 'This cannot be.', context: { reason: 'body-too-large' } });
  expect(isDoubled(await double())).toBe(true);
});

test('a thread keeps the program from ending while it works, and not when it has nothing to do', async () => {
  const countPorts = () => process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length;
  const before = countPorts();
  for (let round = 0; round < 2; round++) {
    const doubling = double();
    expect(countPorts()).toBe(before + 1);
    await doubling;
    expect(countPorts()).toBe(before);
  }
});

test('work that is left ends at once, also while it runs, and the next one is done', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const spinning = lane.run(taskOf('spin', 'x', { signal: first.signal }));
  const waiting = lane.run(taskOf('spin', 'x', { signal: second.signal }));
  const next = double('y');
  second.abort(new AppError('unavailable', 'Left in the queue.'));
  await expect(waiting).rejects.toThrow('Left in the queue.');
  first.abort(new AppError('unavailable', 'Left while it ran.'));
  await expect(spinning).rejects.toThrow('Left while it ran.');
  expect(isDoubled(await next)).toBe(true);
});

test('one account takes a part of the queue, all together the whole, and what something waits for comes first', async () => {
  const leaving = new AbortController();
  const spinning = lane.run(taskOf('spin', 'x', { signal: leaving.signal }));
  const order: string[] = [];
  const second = double('x').then(() => order.push('x'));
  expect(() => double('x')).toThrow('2 exports of yours are under way already.');
  const third = double('y').then(() => order.push('y'));
  expect(() => double('z')).toThrow('3 exports are under way already.');
  const urgent = double(null).then(() => order.push('urgent'));
  leaving.abort(new AppError('unavailable', 'Left.'));
  await expect(spinning).rejects.toThrow('Left.');
  await Promise.all([second, third, urgent]);
  expect(order).toEqual(['urgent', 'x', 'y']);
});

test('work that needs more memory than it is given, or ends its thread, fails alone', async () => {
  await expect(lane.run(taskOf('fill'))).rejects.toMatchObject({ kind: 'invalid', message: /64 MiB of memory/ });
  await expect(lane.run(taskOf('leave'))).rejects.toMatchObject({ kind: 'internal' });
  expect(isDoubled(await double())).toBe(true);
});
