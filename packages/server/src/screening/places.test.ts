import { setImmediate } from 'node:timers/promises';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofPlaces from './places.ts';
import { Places } from './places.ts';

const recorded = new WatchedResults();
const { workSideBySide } = recorded.watch(ofPlaces);

async function* listNumbers(count: number): AsyncGenerator<number, void> {
  for (let number = 1; number <= count; number++) yield number;
}

test('no more have a place than there are places, and a failure gives its place back', async () => {
  const places = new Places(2);
  let [now, most] = [0, 0];
  const work = async (number: number): Promise<number> => {
    now += 1;
    most = Math.max(most, now);
    await setImmediate();
    now -= 1;
    if (number === 2) throw new Error('the second failed');
    return number;
  };
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => places.use(() => work(number))));
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('every item is worked on once, so many side by side, and the next begins when any of them ends', async () => {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const all = workSideBySide(listNumbers(5), 3, async (number) => {
    begun.push(number);
    await new Promise<void>((resolve) => ends.set(number, resolve));
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  };
  await settle();
  expect(begun).toEqual([1, 2, 3]);
  ends.get(2)?.();
  await settle();
  expect(begun).toEqual([1, 2, 3, 4]);
  ends.get(4)?.();
  await settle();
  for (const end of ends.values()) end();
  await all;
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('the first failure begins nothing more, waits for what was begun, and is what is thrown', async () => {
  const ended: number[] = [];
  const all = workSideBySide(listNumbers(9), 2, async (number) => {
    if (number === 1) throw new Error('the first failed');
    await setImmediate();
    ended.push(number);
  });
  await expect(all).rejects.toThrow('the first failed');
  expect(ended).toEqual([2]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/places.txt');
});
