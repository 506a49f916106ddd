import { describe, expect, test } from 'vitest';
import { pathItem } from '../picture/picture.ts';
import { toSvg } from '../picture/picture-svg.ts';
import {
  createTimeAxis,
  createValueAxis,
  formatAxisNumber,
  formatTimeTick,
  listTimeTicks,
  measureTicks,
} from './axes.ts';
import { createCountScale } from './count-scale.ts';
import { drawColumns, drawSteps, listLonePoints } from './marks.ts';
import { findNearestStretch, snapToStretches } from './stretches.ts';

const DAY = 86_400;
const DAY_MS = DAY * 1000;
const START_MS = Date.UTC(2009, 0, 12);
const AXES = {
  x: createTimeAxis([START_MS, START_MS + 4 * DAY_MS], [0, 400]),
  y: createValueAxis([50], [100, 0]),
};

describe('an axis', () => {
  test('of time has round moments in UTC, named as coarsely as they are, and no text that is cut off', () => {
    expect(AXES.x.ticks.map(({ at, text }) => `${at} ${text}`)).toEqual(['100 01-13', '200 01-14', '300 01-15']);
    expect([Date.UTC(2009, 0, 1), Date.UTC(2009, 1, 1), START_MS + 3_600_000].map(formatTimeTick)).toEqual([
      '2009',
      '2009-02',
      '01:00',
    ]);
    expect(AXES.x.valueAt(AXES.x.place(START_MS + 5))).toBeCloseTo(START_MS + 5);
  });

  test('of years has a tick each quarter where four are requested', () => {
    const from = Date.UTC(2024, 6, 16, 11, 4);
    expect(listTimeTicks([from, from + 400 * DAY_MS], 5).map((ms) => new Date(ms).toISOString().slice(0, 10))).toEqual([
      '2024-10-01',
      '2025-01-01',
      '2025-04-01',
      '2025-07-01',
    ]);
  });

  test('of amounts has zero on it and ends at a round number, above and below', () => {
    const axis = createValueAxis([-177, 145], [200, 0]);
    expect(axis.ticks.map(({ text }) => text)).toEqual(['−200', '−100', '0', '100', '200']);
    expect([axis.place(-200), axis.place(0), axis.place(200)]).toEqual([200, 100, 0]);
    expect(createValueAxis([40, 50], [100, 0]).ticks[0]?.text).toBe('0');
    expect(createValueAxis([0], [100, 0]).place(0)).toBe(100);
    expect(measureTicks(axis.ticks)).toBeGreaterThan(15);
  });

  test('shortens numbers that are large, and keeps small ones', () => {
    expect([12_500, 0.05, 1_200_000, -3.5e9].map(formatAxisNumber)).toEqual(['12,500', '0.05', '1.2M', '−3.5G']);
  });
});

describe('a line in steps', () => {
  test('keeps a value until the next point', () => {
    const points = [
      [START_MS, 50],
      [START_MS + DAY_MS, 25],
      [START_MS + 2 * DAY_MS, 25],
    ] as const;
    expect(drawSteps(points, AXES)).toBe('M0,0L100,0L100,50L200,50L200,50');
  });

  test('is interrupted where the value is not known, and a value alone gets a mark', () => {
    const points = [
      [START_MS, 50],
      [START_MS + DAY_MS, null],
      [START_MS + 2 * DAY_MS, 25],
      [START_MS + 3 * DAY_MS, 0],
    ] as const;
    expect(drawSteps(points, AXES).match(/M/g)).toHaveLength(2);
    expect(listLonePoints(points, AXES)).toEqual([{ x: 0, y: 0 }]);
  });

  test('goes into a file without a browser', () => {
    const picture = {
      ...{ width: 400, height: 100, title: 'Balance', description: 'A balance over time', background: null },
      items: [pathItem(drawSteps([[START_MS, 50]], AXES), { stroke: { colour: '#000000', width: 1 } })],
    };
    expect(toSvg(picture)).toContain('d="M0,0Z"');
  });
});

describe('bars', () => {
  const column = (days: number, value: number) => ({
    from: START_MS + days * DAY_MS,
    to: START_MS + (days + 1) * DAY_MS,
    value,
  });
  const axes = { x: AXES.x, y: createValueAxis([-200, 200], [100, 0]) };

  test('rise from zero or hang below it, in the middle of their time', () => {
    expect(drawColumns([column(0, 200), column(1, -100)], axes)).toEqual([
      { x: 36, y: 0, width: 28, height: 50 },
      { x: 136, y: 50, width: 28, height: 25 },
    ]);
  });

  test('are left out for zero and never thinner than can be seen', () => {
    expect(drawColumns([column(0, 0)], axes)).toEqual([]);
    const second = { from: START_MS, to: START_MS + 1000, value: 5 };
    expect(drawColumns([second], axes)[0]?.width).toBe(1.5);
  });
});

describe('pointing and dragging', () => {
  const stretches = [0, 3, 4].map((days) => ({ from: days * DAY, to: (days + 1) * DAY }));

  test('finds the stretch that contains the moment, else the nearest', () => {
    expect(findNearestStretch(stretches, 3 * DAY + 5)).toBe(1);
    expect(findNearestStretch(stretches, -1)).toBe(0);
    expect(findNearestStretch(stretches, 2.9 * DAY)).toBe(1);
    expect(findNearestStretch([], 0)).toBeUndefined();
  });

  test('widens a span to whole stretches, whichever way it was dragged', () => {
    const whole = [0, 4 * DAY - 1];
    expect(snapToStretches(stretches, [10, 3 * DAY + 10])).toEqual(whole);
    expect(snapToStretches(stretches, [3 * DAY + 10, 10])).toEqual(whole);
    expect(snapToStretches(stretches, [1.2 * DAY, 1.4 * DAY])).toBeUndefined();
  });
});

describe('a scale of counts', () => {
  test('has a step for each count while they are few', () => {
    expect(createCountScale([0, 3]).bins.map(({ from, to }) => [from, to])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(createCountScale([0, 0]).bins).toEqual([{ level: 0, from: 0, to: 0 }]);
  });

  test('bins many counts evenly, the highest darkest, a counted zero lightest', () => {
    const { bins, levelOf } = createCountScale([0, 23]);
    expect(bins.map(({ from, to }) => `${from} to ${to}`)).toEqual([
      '0 to 0',
      '1 to 5',
      '6 to 10',
      '11 to 15',
      '16 to 20',
      '21 to 23',
    ]);
    expect([0, 1, 5, 6, 23].map(levelOf)).toEqual([0, 1, 1, 2, 5]);
  });
});
