import { describe, expect, test } from 'vitest';
import { readRules } from './read-rules.ts';
import { DEFAULT_STOP_DRAFT, readStops } from './stop-draft.ts';

describe('rules of a link', () => {
  test('are those of the form where a link states none', () => {
    expect(readRules(undefined)).toEqual({
      method: undefined,
      asset: undefined,
      side: undefined,
      draft: DEFAULT_STOP_DRAFT,
    });
  });

  test('fill the form, and become the stop rules of the trace', () => {
    const text =
      'method=haircut/1&labelled=1&swaps=0&hops=4&share=0.1&amount=0.5&from=2022-01-01&fanOut=5000&budget=9000&side=paid';
    const { method, side, draft } = readRules(text);
    expect([method, side]).toEqual(['haircut/1', 'paid']);
    const { stops, budget, errors } = readStops(draft, 8);
    expect(errors).toEqual({});
    expect(budget).toBe(9000);
    expect(stops).toMatchObject({
      ...{ labelled: true, followSwaps: false, maxHops: 4, minSharePpm: 1_000 },
      ...{ minAmount: 50_000_000n, maxFanOut: 5_000, fromTime: 1_640_995_200 },
    });
  });

  test('keep nonsense where the form can name it, and drop a side that there is not', () => {
    const { side, draft } = readRules('side=everything&hops=many');
    expect(side).toBeUndefined();
    expect(readStops(draft, 8).errors).toEqual({ maxHops: 'Write a whole number from 1 to 1000.' });
  });
});
