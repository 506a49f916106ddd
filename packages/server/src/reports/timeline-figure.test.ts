import { expect, test } from 'vitest';
import { drawTimeline, type TimelineEvent } from './timeline-figure.ts';

const event = (moment: string, lane: string): TimelineEvent => ({
  ...{ time: Date.parse(moment) / 1000, lane, mark: null, cells: [] },
});
const headsOf = (events: readonly TimelineEvent[]) =>
  drawTimeline(events).columns.map(({ lines }) => lines.join(' ').trim());

test('periods with events are columns in their order, and the line is broken where some are left out', () => {
  const { columns, lanes, dots } = drawTimeline([
    event('2022-08-01T21:32:31Z', 'T-1'),
    event('2022-08-01T21:59:59Z', 'T-1'),
    event('2022-08-01T22:00:00Z', 'T-1'),
    event('2026-11-20T14:05:00Z', 'Case'),
  ]);
  expect(columns).toEqual([
    { lines: ['2022-08-01', '21:00'], isApart: false },
    { lines: ['2022-08-01', '22:00'], isApart: false },
    { lines: ['2026-11-20', '14:00'], isApart: true },
  ]);
  expect(lanes).toEqual(['T-1', 'Case']);
  expect(dots).toEqual([
    { column: 0, lane: 0, count: 2 },
    { column: 1, lane: 0, count: 1 },
    { column: 2, lane: 1, count: 1 },
  ]);
});

test('the finest periods that fit are taken: hours, then days, months and years', () => {
  const every = (count: number, step: number) =>
    Array.from({ length: count }, (_, i) => event(new Date(Date.UTC(2024, 0, 1) + i * step).toISOString(), 'T-1'));
  const hour = 3_600_000;
  expect(headsOf(every(12, hour))).toHaveLength(12);
  expect(headsOf(every(13, hour))).toEqual(['2024-01-01']);
  expect(headsOf(every(13, 24 * hour))).toEqual(['2024-01']);
  expect(headsOf(every(13, 31 * 24 * hour))).toEqual(['2024', '2025']);
});
