import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMakers } from './maker-shares.ts';
import { sampleInput, sampleInputs } from './testing/sample-records.ts';

const TERMS = { share: 1_000_000n, mostEarned: 1_000n, mostSums: 3_000, mostSteps: 50_000 };

test('every maker has inputs of its own, and one input more is the taker’s', () => {
  const change = [500_000n, 500_100n];
  expect(findMakers(sampleInputs([1_499_900n, 1_500_000n, 1_200_000n]), change, 2, TERMS)).toBe('makers');
  expect(findMakers(sampleInputs([1_499_900n, 1_500_000n]), change, 2, TERMS)).toBe('none');
  expect(findMakers(sampleInputs([1_499_900n, 1_700_000n, 1_200_000n]), change, 2, TERMS)).toBe('none');
});

test('one change output more than there are makers is the taker’s, whichever it is', () => {
  const inputs = sampleInputs([1_499_900n, 1_700_000n, 1_300_000n]);
  expect(findMakers(inputs, [900n, 500_000n, 700_500n], 2, TERMS)).toBe('makers');
  expect(findMakers(inputs, [900_000n, 500_000n, 700_500n], 2, TERMS)).toBe('makers');
  expect(findMakers(inputs, [900n, 500_000n], 2, TERMS)).toBe('none');
});

test('an input taken for one maker is given back where the next one needs it', () => {
  const inputs = sampleInputs([1_500_000n, 1_499_500n, 1_100_000n]);
  expect(findMakers(inputs, [500_000n, 500_900n], 2, { ...TERMS, mostEarned: 1_400n })).toBe('makers');
});

test('amounts that were made to add up are found, whatever the order of inputs and change', () => {
  const part = fc.bigInt({ min: 600_000n, max: 90_000_000n });
  const maker = fc.tuple(fc.array(part, { minLength: 2, maxLength: 3 }), fc.bigInt({ min: 0n, max: 1_000n }));
  fc.assert(
    fc.property(fc.array(maker, { minLength: 2, maxLength: 4 }), part, fc.nat(), (makers, taker, turn) => {
      const values = [...makers.flatMap(([parts]) => parts), taker];
      const change = makers.map(([parts, earned]) => parts.reduce((a, b) => a + b) - TERMS.share + earned);
      const at = turn % values.length;
      const turned = sampleInputs([...values.slice(at), ...values.slice(0, at)]);
      expect(findMakers(turned, change, makers.length, TERMS)).toBe('makers');
      expect(findMakers(turned.toReversed(), change.toReversed(), makers.length, TERMS)).toBe('makers');
    }),
    { numRuns: 100 },
  );
});

test('too many inputs, or a search that is too long, leave it undecided', () => {
  const many = sampleInputs(Array.from({ length: 40 }, (_, i) => 100_003n * BigInt(i + 1)));
  expect(findMakers(many, [77_777_777n, 88_888_888n], 2, TERMS)).toBe('undecided');
  const some = sampleInputs([1_499_900n, 1_700_000n, 1_200_000n, 900_000n]);
  expect(findMakers(some, [500_000n, 900_100n], 2, { ...TERMS, mostSteps: 1 })).toBe('undecided');
});

test('a transaction with thousands of outputs ends the search at once, and never the program', () => {
  const values = Array.from({ length: 8_000 }, (_, i) => 1_000_000n + BigInt(i) * 7n);
  const change = values.slice(1).map((value) => value + 1n);
  expect(findMakers(sampleInputs(values), change, change.length, { ...TERMS, share: 1n })).toBe('undecided');
  expect(findMakers(sampleInputs(values), change.slice(0, 150), 150, { ...TERMS, share: 1n })).not.toBe('none');
});

test('inputs of unknown owners bring nothing', () => {
  const inputs = [sampleInput(1, 1_500_000n), { ...sampleInput(2, 1_500_000n), owner: undefined }, sampleInput(3, 5n)];
  expect(findMakers(inputs, [500_000n, 500_000n], 2, TERMS)).toBe('none');
});
