import { expect, test } from 'vitest';
import { moveWindow, toTimeFilters, windowOf } from './time-window.ts';

const SPAN = { from: 100, to: 200 };

test('a grip stops at the other one and at the ends of the axis', () => {
  expect(moveWindow({ from: 120, to: 150 }, 'from', 90, SPAN)).toEqual({ from: 150, to: 150 });
  expect(moveWindow({ from: 120, to: 150 }, 'to', 90, SPAN)).toEqual({ from: 120, to: 200 });
  expect(moveWindow({ from: 120, to: 150 }, 'both', 90, SPAN)).toEqual({ from: 170, to: 200 });
  expect(moveWindow({ from: 120, to: 150 }, 'both', -90, SPAN)).toEqual({ from: 100, to: 130 });
});

test('a window as wide as the axis is no filter', () => {
  expect(toTimeFilters(SPAN, SPAN)).toEqual({ fromTime: null, toTime: null });
  expect(toTimeFilters({ from: 100, to: 150 }, SPAN)).toEqual({ fromTime: null, toTime: 150 });
});

test('filters beyond the payments leave the window within them', () => {
  expect(windowOf({ fromTime: 0, toTime: 900 }, SPAN)).toEqual(SPAN);
  expect(windowOf({ fromTime: 300, toTime: null }, SPAN)).toEqual({ from: 200, to: 200 });
});
