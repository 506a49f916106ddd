import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PositionQueue } from './position-queue.ts';

test('numbers come out ascending, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 })), (numbers) => {
      const queue = new PositionQueue();
      for (const number of numbers) queue.add(number);
      const taken = Array.from({ length: queue.size }, () => queue.take());
      expect(taken).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect([queue.size, queue.take()]).toEqual([0, undefined]);
    }),
  );
});

test('a number that was taken out may come back', () => {
  const queue = new PositionQueue();
  queue.add(3);
  expect(queue.take()).toBe(3);
  queue.add(3);
  expect(queue.take()).toBe(3);
});
