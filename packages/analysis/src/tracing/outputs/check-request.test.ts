import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { DEFAULT_BUDGET, DEFAULT_STOPS, MAX_SEEDS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, test } from 'vitest';
import * as ofCheckRequest from './check-request.ts';

const recorded = new WatchedResults();
const { checkOutputRequest } = recorded.watch(ofCheckRequest);

const SEED = { kind: 'output', txid: 'a'.repeat(64), vout: 0 } as const;
const REQUEST: TraceRequest = {
  chain: 'btc',
  asset: undefined,
  direction: 'forward',
  seeds: [SEED],
  incident: undefined,
  method: 'fifo/1',
  params: {},
  stops: DEFAULT_STOPS,
  choices: [],
  budget: DEFAULT_BUDGET,
};

const withStops = (stops: Partial<TraceRequest['stops']>): TraceRequest => ({
  ...REQUEST,
  stops: { ...DEFAULT_STOPS, ...stops },
});

describe('a request over outputs', () => {
  test.each([
    { maxHops: 1, maxFanOut: 1, minAmount: 0n, minSharePpm: 0, dormantDays: 1 },
    { minSharePpm: 1_000_000, fromTime: 7, toTime: 7 },
  ])('may go to the bounds %o', (stops) => {
    expect(() => checkOutputRequest(withStops(stops))).not.toThrow();
  });

  test.each([
    [{ maxHops: 0 }, 'The hop limit is at least 1.'],
    [{ maxHops: 1.5 }, 'The hop limit is at least 1.'],
    [{ maxFanOut: 0 }, 'The fan-out limit is at least 1.'],
    [{ maxFanOut: 1.5 }, 'The fan-out limit is at least 1.'],
    [{ minAmount: -1n }, 'The smallest amount followed is 0 or more units.'],
    [{ minSharePpm: -1 }, 'The smallest share followed lies between 0 and 1,000,000 millionths.'],
    [{ minSharePpm: 1_000_001 }, 'The smallest share followed lies between 0 and 1,000,000 millionths.'],
    [{ minSharePpm: 0.5 }, 'The smallest share followed lies between 0 and 1,000,000 millionths.'],
    [{ dormantDays: 0 }, 'The limit of dormancy is at least 1 day.'],
  ])('does not go beyond them: %o', (stops, sentence) => {
    expect(() => checkOutputRequest(withStops(stops))).toThrow(sentence);
  });

  test('has as many seeds as a trace takes and no more', () => {
    const seeds = Array.from({ length: MAX_SEEDS + 1 }, (_, vout) => ({ ...SEED, vout }));
    expect(() => checkOutputRequest({ ...REQUEST, seeds: seeds.slice(1) })).not.toThrow();
    expect(() => checkOutputRequest({ ...REQUEST, seeds })).toThrow(`at most ${MAX_SEEDS} seeds`);
  });

  test('begins with what an address received, never with what it paid', () => {
    const begin = (side: 'received' | 'paid') => () =>
      checkOutputRequest({ ...REQUEST, seeds: [SEED, { kind: 'address', address: 'a1', side }] });
    expect(begin('received')).not.toThrow();
    expect(begin('paid')).toThrow('begins a trace with the outputs it received');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/check-request.txt');
});
