import type { CategoryId } from '@trailmark/core/category';
import { expect, test } from 'vitest';
import { findContradictions } from './contradictions.ts';

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
