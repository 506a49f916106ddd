import { DEFAULT_BUDGET, DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { describe, expect, it } from 'vitest';
import { countStops, DEFAULT_STOP_DRAFT, describeStops, readStops, toStopDraft } from './stop-draft.ts';

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

  it('are counted and listed with the two caps that always apply', () => {
    expect(countStops(DEFAULT_STOPS, 'eth')).toBe(7);
    expect(countStops({ ...DEFAULT_STOPS, services: false, minAmount: 1n }, 'eth')).toBe(7);
    expect(describeStops(DEFAULT_STOPS, 'eth')).toContain('after 10 hops');
  });
});

it('stop rules written into the fields are read back as they were', () => {
  const stops = {
    ...DEFAULT_STOPS,
    ...{ mixers: false, minAmount: 1_250_000n, minSharePpm: 12_500, dormantDays: 30, maxHops: 3 },
    ...{ fromTime: 1_494_547_200, toTime: 1_494_633_599, stopAt: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'] },
  };
  const draft = toStopDraft(stops, 700, 8);
  expect(draft).toMatchObject({ minAmount: '0.0125', minSharePercent: '1.25', from: '2017-05-12', to: '2017-05-12' });
  expect(readStops(draft, 8)).toEqual({ stops, budget: 700, errors: {} });
});
