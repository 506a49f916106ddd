import type { CategoryId } from '@trailmark/core/category';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofContradictions from './contradictions.ts';

const recorded = new WatchedResults();
const { findContradictions } = recorded.watch(ofContradictions);

const label = (category: CategoryId, actor?: string) => ({ category, actor });

test('two sources that name different actors contradict each other', () => {
  expect(findContradictions([label('exchange', 'a'), label('exchange', 'b'), label('exchange', 'a')])).toEqual([
    { kind: 'actors', values: ['a', 'b'] },
  ]);
});

test('an exchange and ransomware exclude each other', () => {
  expect(findContradictions([label('exchange'), label('ransomware'), label('other')])).toEqual([
    { kind: 'categories', values: ['exchange', 'ransomware'] },
  ]);
});

test('a sanctioned exchange, two crimes, and a source without an actor are no contradiction', () => {
  expect(findContradictions([label('exchange', 'a'), label('sanctioned'), label('high_risk_exchange')])).toEqual([]);
  expect(findContradictions([label('ransomware'), label('hack'), label('mixer')])).toEqual([]);
  expect(findContradictions([])).toEqual([]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/contradictions.txt');
});
