import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCheckConditions from './check-conditions.ts';

const recorded = new WatchedResults();
const { readConditions } = recorded.watch(ofCheckConditions);

const read = (...conditions: (readonly [rule: string, setting?: Record<string, string>])[]) =>
  readConditions(conditions.map(([rule, setting = {}]) => ({ rule, setting })));

test('a setting that is left out is the default, and spaces around a value are nothing', () => {
  expect(read(['direction'], ['amount', { from: ' 0.5 ' }])).toEqual([
    { rule: 'direction', setting: { is: 'either' } },
    { rule: 'amount', setting: { from: '0.5', to: '' } },
  ]);
});

test.each<[string, readonly (readonly [string, Record<string, string>?])[], RegExp]>([
  ['a rule twice', [['amount'], ['amount']], /used once in a watch/],
  ['two rules of which one stands alone', [['direction'], ['label-change']], /use it alone/],
  ['no such rule', [['weather']], /There is no such rule. There are: direction, /],
  ['no such setting', [['direction', { was: 'in' }]], /“Direction” has no setting “was”/],
  ['none of the choices', [['direction', { is: 'up' }]], /“up” is none of its choices/],
  ['no whole number of days', [['dormancy', { days: '1.5' }]], /whole number of days/],
  ['too many days', [['dormancy', { days: '100000' }]], /whole number of days/],
  ['no amount', [['amount', { to: '1,000' }]], /“1,000” is no amount/],
  ['an asset longer than any', [['asset', { is: 'x'.repeat(121) }]], /this is no asset/],
])('%s is refused at the field of the form', (_, conditions, message) => {
  expect(() => read(...conditions)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      context: { field: 'conditions' },
      message: expect.stringMatching(message),
    }),
  );
});

test('what is just allowed is taken', () => {
  expect(read(['label-change'])).toHaveLength(1);
  expect(
    read(['dormancy', { days: '99999' }], ['asset', { is: 'x'.repeat(120) }], ['amount', { from: '', to: '' }]),
  ).toHaveLength(3);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/check-conditions.txt');
});
