import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

test.each([
  ['1,200.00', ['1200']],
  ['1.200,00', ['1200']],
  ['1 200,50', ['1200.5']],
  ['1\u202f200,50', ['1200.5']],
  ["1'200.50", ['1200.5']],
  ['12,00,000', ['1200000']],
  ['1.234.567,89', ['1234567.89']],
  ['0,41', ['0.41']],
  ['0.48210000', ['0.4821']],
  ['.5', ['0.5']],
  ['007', ['7']],
  ['0.123', ['0.123']],
  ['5000', ['5000']],
])('the amount %s is %j', (text, readings) => {
  expect(readAmount(text)).toEqual({ readings });
});

test('a single mark before three digits has two readings, and the person decides', () => {
  expect(readAmount('1.200').readings).toEqual(['1.2', '1200']);
  expect(readAmount('1,200').readings).toEqual(['1200', '1.2']);
});

test.each(['', 'abc', '1,2,3', '1.2.3,4', '1..2', '12,34,56.7', '1,200.00.1', '1-2'])('%j is no amount', (text) => {
  expect(readAmount(text).readings).toEqual([]);
});
