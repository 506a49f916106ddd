import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideByLargestRemainder } from './largest-remainder.ts';

test.each<[bigint, bigint[], bigint[]]>([
  [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
  [11n, [1n, 1n, 1n], [4n, 4n, 3n]],
  [10n, [1n, 2n, 4n], [1n, 3n, 6n]],
  [7n, [1n, 3n], [2n, 5n]],
  [1n, [1n, 2n], [0n, 1n]],
  [5n, [0n, 2n, 0n], [0n, 5n, 0n]],
  [5n, [0n, 0n], [0n, 0n]],
  [0n, [3n, 4n], [0n, 0n]],
  [5n, [], []],
])('%s divided by %o is %o', (amount, weights, parts) => {
  expect(divideByLargestRemainder(amount, weights)).toEqual(parts);
});

test('parts add up to the amount, and each is its share to within one unit', () => {
  const weights = fc.array(fc.bigInt(0n, 10n ** 20n), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), weights, (amount, given) => {
      const total = given.reduce((sum, weight) => sum + weight, 0n);
      fc.pre(total > 0n);
      const parts = divideByLargestRemainder(amount, given);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      for (const [i, part] of parts.entries()) {
        const share = (amount * (given[i] ?? 0n)) / total;
        expect(part === share || part === share + 1n).toBe(true);
      }
    }),
  );
});
