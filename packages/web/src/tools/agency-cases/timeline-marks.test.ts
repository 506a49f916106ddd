import type { CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import { createTimeAxis } from '@trailmark/drawing/chart/axes';
import { expect, test } from 'vitest';
import { drawLane } from './timeline-marks.ts';

const DAY = 86_400;
const WIDTH = 500;
const axis = createTimeAxis([0, 100 * DAY * 1000], [0, WIDTH]);
const event = (starts: number, more: Partial<CaseTimelineEvent> = {}): CaseTimelineEvent => ({
  ...{ lane: 'tasks', id: `${starts}`, starts, ends: null, isEstimated: false, mark: 'claim', what: 'Opened' },
  ...{ source: '', transaction: null, reported: null, ...more },
});
const payment = (day: number, asset: string, sent: bigint) =>
  event(day * DAY, {
    lane: 'chain',
    transaction: {
      ...{ chain: 'eth', address: '0x1', txid: 'a', asset, symbol: asset, decimals: 18, received: 0n, sent },
    },
  });
const draw = (marks: CaseTimelineEvent[]) => drawLane({ marks, bins: null }, axis, WIDTH).marks;

test('what begins at the end of the window is a mark inside the picture', () => {
  const [mark] = draw([event(100 * DAY)]);
  expect(mark?.x).toBe(WIDTH - 5);
});

test('heights are shares of the largest amount of the same asset, and joined marks are as high as the highest', () => {
  const marks = draw([
    payment(1, 'a', 10n ** 18n),
    payment(20, 'a', 10n ** 9n),
    payment(40, 'b', 5n),
    payment(40, 'a', 1n),
  ]);
  expect(marks.map(({ share }) => share)).toEqual([1, expect.closeTo(0.5, 3), 1]);
  expect(draw([event(DAY)])[0]?.share).toBeUndefined();
});
