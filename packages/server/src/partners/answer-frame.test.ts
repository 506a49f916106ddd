import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAnswerFrame from './answer-frame.ts';
import { TICK_MS } from './answer-frame.ts';

const recorded = new WatchedResults();
const { untilTick } = recorded.watch(ofAnswerFrame);

test('an answer leaves at the same tick, however long its work took within one', () => {
  const leaves = [0, 0.25, 1, 700, 1_250.5, TICK_MS - 1, TICK_MS].map((spent) => spent + untilTick(spent));
  expect(new Set(leaves)).toEqual(new Set([TICK_MS]));
  expect(TICK_MS + 1 + untilTick(TICK_MS + 1)).toBe(2 * TICK_MS);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/answer-frame.txt');
});
