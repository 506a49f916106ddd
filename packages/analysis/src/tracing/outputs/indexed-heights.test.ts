import type { HeightRange } from '@trailmark/core/output-ledger';
import { expect, test } from 'vitest';
import { IndexedHeights } from './indexed-heights.ts';

function missing(ranges: readonly (readonly [number, number, boolean?])[], tip: number, from = 0, to = tip): string[] {
  const rows = ranges.map(([fromHeight, toHeight, wholeBlocks = true]) => ({ fromHeight, toHeight, wholeBlocks }));
  return new IndexedHeights(rows as HeightRange[], tip).missing(from, to).map((run) => `${run.from}-${run.to}`);
}

test('heights that are indexed whole are not missing, and every other one is', () => {
  expect(missing([[0, 9]], 9)).toEqual([]);
  expect(
    missing(
      [
        [0, 4],
        [5, 9],
      ],
      9,
    ),
  ).toEqual([]);
  expect(missing([[0, 8]], 9)).toEqual(['9-9']);
  expect(missing([[1, 9]], 9)).toEqual(['0-0']);
  expect(
    missing(
      [
        [0, 3],
        [5, 9],
      ],
      9,
    ),
  ).toEqual(['4-4']);
  expect(missing([], 9)).toEqual(['0-9']);
  expect(missing([[0, 9, false]], 9)).toEqual(['0-9']);
  expect(
    missing(
      [
        [0, 3],
        [4, 6, false],
        [7, 9],
      ],
      9,
    ),
  ).toEqual(['4-6']);
  expect(
    missing(
      [
        [0, 9],
        [2, 3],
        [10, 12],
      ],
      14,
    ),
  ).toEqual(['13-14']);
});

test('runs are cut to the heights that are asked for, both ends included', () => {
  const ranges = [
    [5, 9],
    [20, 29],
  ] as const;
  expect(missing(ranges, 40, 4, 10)).toEqual(['4-4', '10-10']);
  expect(missing(ranges, 40, 5, 9)).toEqual([]);
  expect(missing(ranges, 40, 19, 30)).toEqual(['19-19', '30-30']);
  expect(missing(ranges, 40, 12, 14)).toEqual(['12-14']);
});
