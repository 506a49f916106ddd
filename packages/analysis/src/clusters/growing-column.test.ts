import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofGrowingColumn from './growing-column.ts';
import { GrowingFloat64, GrowingUint32 } from './growing-column.ts';

const recorded = new WatchedResults();
const { lowerBound } = recorded.watch(ofGrowingColumn);

describe.each([
  ['numbers', GrowingUint32, 2 ** 32 - 1],
  ['positions', GrowingFloat64, 2 ** 53 - 1],
] as const)('a column of %s', (_name, Column, most) => {
  test('keeps every value however often it grows, and gives the place of each', () => {
    const column = new Column(2);
    for (let i = 0; i < 70; i++) expect(column.push(most - i)).toBe(i);
    expect(column.length).toBe(70);
    expect(Array.from({ length: 70 }, (_, i) => column.at(i))).toEqual(Array.from({ length: 70 }, (_, i) => most - i));
    expect(column.at(10_000)).toBe(0);
  });

  test('that was cut goes on from there', () => {
    const column = new Column(2);
    for (let i = 0; i < 5; i++) column.push(i);
    column.truncate(2);
    expect([column.length, column.push(9), column.length, column.at(2)]).toEqual([2, 2, 3, 9]);
  });
});

test('room that is made at once keeps what is there, and is never less than there was', () => {
  const column = new GrowingUint32(4);
  column.push(7);
  for (const [wanted, room] of [
    [3, 4],
    [4, 4],
    [5, 5],
  ] as const) {
    column.reserve(wanted);
    expect([column.data.length, column.at(0)]).toEqual([room, 7]);
  }
});

test('the first value that is large enough is found at both ends and between', () => {
  const column = new GrowingFloat64(2);
  for (const value of [10, 20, 20, 30]) column.push(value);
  expect([5, 10, 11, 20, 21, 30, 31].map((wanted) => lowerBound(column, wanted))).toEqual([0, 0, 1, 1, 3, 3, 4]);
  expect(lowerBound(new GrowingFloat64(2), 5)).toBe(0);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/growing-column.txt');
});
