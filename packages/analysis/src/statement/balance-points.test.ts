import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofBalancePoints from './balance-points.ts';

const recorded = new WatchedResults();
const { createBalancePoints } = recorded.watch(ofBalancePoints);

function pointsOf(times: readonly number[]) {
  const points = createBalancePoints();
  for (const [i, time] of times.entries()) points.add(time, BigInt(i));
  return points.list();
}

test('of several balances in one minute the last is kept', () => {
  expect(pointsOf([0, 30, 59, 60, 119, 120])).toEqual([
    { time: 59, amount: 2n },
    { time: 119, amount: 4n },
    { time: 120, amount: 5n },
  ]);
});

test('800 points are kept, and one more makes each of them twice as long', () => {
  const minutes = (count: number) => pointsOf(Array.from({ length: count }, (_, i) => i * 60));
  expect(minutes(800)).toHaveLength(800);
  const thinned = minutes(801);
  expect(thinned).toHaveLength(401);
  // The last balance of every two minutes, and the newest of all.
  expect(thinned.slice(0, 2)).toEqual([
    { time: 60, amount: 1n },
    { time: 180, amount: 3n },
  ]);
  expect(thinned.at(-1)).toEqual({ time: 48_000, amount: 800n });
  const many = minutes(10_000);
  expect(many.length).toBeLessThanOrEqual(800);
  expect(many.length).toBeGreaterThan(400);
  expect(many.at(-1)?.amount).toBe(9_999n);
});

test('a balance that is not known is a point too', () => {
  const points = createBalancePoints();
  points.add(0, 5n);
  points.add(600, undefined);
  expect(points.list()).toEqual([
    { time: 0, amount: 5n },
    { time: 600, amount: undefined },
  ]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/balance-points.txt');
});
