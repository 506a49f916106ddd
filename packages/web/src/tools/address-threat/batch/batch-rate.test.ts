import { expect, test } from 'vitest';
import { addSample, describeRate, type RateSample, rateOf } from './batch-rate.ts';

const seen = (...samples: readonly (readonly [at: number, done: number])[]) =>
  samples.reduce<readonly RateSample[]>((all, [at, done]) => addSample(all, { at, done }), []);

test('a rate is over what was seen, and there is none before two looks', () => {
  expect(rateOf(seen([0, 100]))).toBe(undefined);
  expect(rateOf(seen([0, 100], [1_000, 130]))).toBe(undefined);
  expect(rateOf(seen([0, 100], [2_000, 160]))).toBe(30);
  expect(rateOf(seen([0, 100], [2_000, 100]))).toBe(undefined);
});

test('a job that began again, and a look that is no newer, change nothing of the rate', () => {
  expect(seen([0, 100], [2_000, 160], [4_000, 20])).toEqual([{ at: 4_000, done: 20 }]);
  expect(seen([0, 100], [0, 160])).toEqual([{ at: 0, done: 100 }]);
});

test('a slow rate is stated per minute', () => {
  expect([describeRate(31.4), describeRate(0.4), describeRate(0.001)]).toEqual([
    '31 a second',
    '24 a minute',
    '1 a minute',
  ]);
});
