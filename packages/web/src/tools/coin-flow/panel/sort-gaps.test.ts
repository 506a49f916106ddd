import { expect, test } from 'vitest';
import { sortGaps } from './sort-gaps.ts';

test('runs of missing blocks are distinguished from everything else that is missing', () => {
  const gaps = ['Heights 103,000 to 131,024 are not held whole.', '23 steps have estimated times.', 'Heights are odd.'];
  expect(sortGaps(gaps)).toEqual({
    ranges: ['103,000 to 131,024'],
    others: ['23 steps have estimated times.', 'Heights are odd.'],
  });
});
