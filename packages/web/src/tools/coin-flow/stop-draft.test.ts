import { DEFAULT_BUDGET, DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { describe, expect, it } from 'vitest';
import { countStops, DEFAULT_STOP_DRAFT, describeStops, readStops } from './stop-draft.ts';

describe('stop rules as they are typed', () => {
  it('are the defaults of the engine where nothing was changed', () => {
    expect(readStops(DEFAULT_STOP_DRAFT, 8)).toEqual({ stops: DEFAULT_STOPS, budget: DEFAULT_BUDGET, errors: {} });
  });

  it('turn coins into the smallest unit and percent into millionths, exactly', () => {
    const { stops, errors } = readStops({ ...DEFAULT_STOP_DRAFT, minAmount: '0.1', minSharePercent: '2.5 %' }, 8);
    expect(errors).toEqual({});
    expect(stops.minAmount).toBe(10_000_000n);
    expect(stops.minSharePpm).toBe(25_000);
  });

  it('end a window with the last second of its day', () => {
    const { stops } = readStops({ ...DEFAULT_STOP_DRAFT, from: '2017-05-12', to: '2017-05-12' }, 8);
    expect(stops.toTime).toBe((stops.fromTime ?? 0) + 86_399);
  });

  it('name the field that cannot be read and keep its default', () => {
    const { stops, errors } = readStops(
      { ...DEFAULT_STOP_DRAFT, maxHops: '0', minAmount: '-1', from: '2017-02-30', maxFanOut: '1.5' },
      8,
    );
    expect(Object.keys(errors).toSorted()).toEqual(['from', 'maxFanOut', 'maxHops', 'minAmount']);
    expect(stops.maxHops).toBe(DEFAULT_STOPS.maxHops);
  });

  it('refuse a window that ends before it begins', () => {
    expect(readStops({ ...DEFAULT_STOP_DRAFT, from: '2018-01-02', to: '2018-01-01' }, 8).errors.to).toContain('before');
  });

  it('are counted and told with the two caps that always hold', () => {
    expect(countStops(DEFAULT_STOPS)).toBe(7);
    expect(countStops({ ...DEFAULT_STOPS, services: false, minAmount: 1n })).toBe(7);
    expect(describeStops(DEFAULT_STOPS)).toContain('after 10 hops');
  });
});
