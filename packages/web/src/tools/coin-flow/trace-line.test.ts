import { expect, test } from 'vitest';
import { describePlace } from './trace-line.ts';

test.each([
  [null, 'Number 2 of 7 in line. How long that takes is not known yet.'],
  [0, 'Number 2 of 7 in line. Its turn comes in a moment.'],
  [5, 'Number 2 of 7 in line. About 5 seconds.'],
  [41, 'Number 2 of 7 in line. About 45 seconds.'],
  [90, 'Number 2 of 7 in line. About 2 minutes.'],
  [600, 'Number 2 of 7 in line. About 10 minutes.'],
])('a wait of %s seconds is stated in words', (seconds, words) => {
  expect(describePlace({ position: 2, of: 7, seconds })).toBe(words);
});
