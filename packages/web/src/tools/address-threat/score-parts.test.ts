import { expect, test } from 'vitest';
import { createFired } from '../../testing/sample-screening.ts';
import { listScoreParts } from './score-parts.ts';

test('bars begin where the one before ends, and the last ends at the score', () => {
  const fired = [
    createFired({ rule: 'A', weight: 70, part: 25 }),
    createFired({ rule: 'B', weight: 0, part: 0 }),
    createFired({ rule: 'C', weight: 45, part: 45 }),
    createFired({ rule: 'D', weight: 70, part: 0 }),
  ];
  const parts = listScoreParts({ fired }).map(({ fired: { rule }, from, to }) => [rule, from, to]);
  expect(parts).toEqual([
    ['B', 0, 0],
    ['C', 0, 45],
    ['D', 45, 45],
    ['A', 45, 70],
  ]);
});
