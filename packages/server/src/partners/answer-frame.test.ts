import { expect, test } from 'vitest';
import { TICK_MS, untilTick } from './answer-frame.ts';

test('an answer leaves at the same tick, however long its work took within one', () => {
  const leaves = [0, 0.25, 1, 700, 1_250.5, TICK_MS - 1, TICK_MS].map((spent) => spent + untilTick(spent));
  expect(new Set(leaves)).toEqual(new Set([TICK_MS]));
  expect(TICK_MS + 1 + untilTick(TICK_MS + 1)).toBe(2 * TICK_MS);
});
