import { expect, test } from 'vitest';
import { countReasons, hasShares, heatStep, pickCategories } from './batch-words.ts';

test('only a zero has the colour of zero', () => {
  expect([0, 1, 100_000, 100_001, 600_000, 900_001, 1_000_000].map(heatStep)).toEqual([0, 1, 1, 2, 3, 5, 5]);
});

test('a row that was not read has no share of anything', () => {
  const summary = { height: 1, category: null, rests: null, label: null, exposure: {}, unknownPpm: 0 };
  expect(hasShares({ state: 'none', shares: {}, summary })).toBe(true);
  for (const state of ['unknown', 'failed', null] as const)
    expect(hasShares({ state, shares: {}, summary })).toBe(false);
  expect(hasShares({ state: 'scored', shares: {}, summary: { ...summary, unknownPpm: null } })).toBe(false);
});

test('the categories of most weight get the columns, and one of another version gets none', () => {
  const names = ['exchange', 'sanctioned', 'mixer', 'scam', 'gambling', 'bridge', 'merchant', 'no_such'];
  const picked = pickCategories(names.map((name) => ({ name, count: 1 })));
  expect(picked.slice(0, 2)).toEqual(['sanctioned', 'scam']);
  expect(picked).toHaveLength(5);
});

test('refused lines are counted by reason', () => {
  const refused = ['a', 'b', 'b'].map((reason) => ({ text: 'x', reason }));
  expect(countReasons(refused)).toEqual([
    { reason: 'b', count: 2 },
    { reason: 'a', count: 1 },
  ]);
});
