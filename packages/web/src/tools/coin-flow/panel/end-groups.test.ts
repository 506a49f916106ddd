import { expect, test } from 'vitest';
import { groupEnds, rangeOf } from './end-groups.ts';

test('an end says one amount where the methods agree, a range where they do not, and a bound where none sends any', () => {
  expect(rangeOf({ least: '5', most: '5', reach: '9' })).toEqual({ kind: 'one', from: '5', to: '5' });
  expect(rangeOf({ least: '0', most: '5', reach: '9' })).toEqual({ kind: 'range', from: '0', to: '5' });
  expect(rangeOf({ least: '0', most: '0', reach: '9' })).toEqual({ kind: 'bound', from: '0', to: '9' });
});

test('ends are grouped by what can be done about them, in the order they came', () => {
  const end = (name: string, standing: 'service' | 'holder') => ({
    ...{ name, standing, address: name, asset: 'eth', reason: 'held', advice: '', isNamed: false },
    ...{ own: '1', least: '1', most: '1', reach: '1' },
  });
  const groups = groupEnds([end('a', 'holder'), end('b', 'service'), end('c', 'holder')]);
  expect(groups.get('holder')?.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(groups.get('service')?.map(({ name }) => name)).toEqual(['b']);
});
