import { expect, test } from 'vitest';
import { groupDigits } from './group-digits.ts';

test('digits are grouped as Intl groups them', () => {
  for (const value of [
    0,
    7,
    999,
    1_000,
    12_345,
    999_999,
    1_000_000,
    -1,
    -1_000,
    -123_456,
    2 ** 53,
    0.5,
    1234.5678,
    Number.NaN,
  ])
    expect(groupDigits(value)).toBe(value.toLocaleString('en'));
  for (const value of [0n, 999n, 1_000n, -12_345n, 10n ** 30n])
    expect(groupDigits(value)).toBe(value.toLocaleString('en'));
});
