import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofReadAmount from './read-amount.ts';

const recorded = new WatchedResults();
const { readAmount } = recorded.watch(ofReadAmount);

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

test.each([
  ['1', ['1']],
  ['5.', []],
  [',5', ['0.5']],
  ['10,50', ['10.5']],
  ['1234,567', ['1234.567']],
  ['0,200', ['0.2']],
  ['999,999', ['999999', '999.999']],
  ['1.234.567', ['1234567']],
  ['0.234.567', []],
  ['1234.567.890', []],
  ['12,34,567', ['1234567']],
  ['1,23,45,678', ['12345678']],
  ['123,45,678', []],
  ['0,45,678', []],
  ['1,234,567.891', ['1234567.891']],
  ['12,34,567.8', ['1234567.8']],
  ['1.23,4', []],
  ['0.123,4', []],
  ['1,2345.6', []],
  ['1234,5.6', []],
  ['1.000,00', ['1000']],
  ['0.00', ['0']],
  ['.', []],
])('the amount %s is %j and nothing else', (text, readings) => {
  expect(readAmount(text)).toEqual({ readings });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/read-amount.txt');
});
