import type { ThreatRule } from '@trailmark/core/screening/rule-set';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFindOverlaps from './find-overlaps.ts';

const recorded = new WatchedResults();
const { findOverlaps } = recorded.watch(ofFindOverlaps);

const RULE = {
  ...{ basis: 'indirect', categories: ['hack'], patterns: [], ways: ['in'], minHops: null, maxHops: null },
  ...{ listing: null, dustOnly: false },
} as unknown as ThreatRule;

function overlaps(a: Partial<ThreatRule>, b: Partial<ThreatRule>, both: Partial<ThreatRule> = {}): number {
  return findOverlaps([
    { ...RULE, ...both, ...a, id: 'A' },
    { ...RULE, ...both, ...b, id: 'B' },
  ]).length;
}

test('rules overlap where one payment can meet both, and each condition alone keeps them apart', () => {
  expect(overlaps({}, {})).toBe(1);
  expect(overlaps({}, { basis: 'direct' })).toBe(0);
  expect(overlaps({}, { categories: ['scam'] })).toBe(0);
  expect(overlaps({}, { ways: ['out'] })).toBe(0);
  expect(overlaps({}, { dustOnly: true })).toBe(0);
  expect(overlaps({ listing: 'before' }, { listing: 'after' })).toBe(0);
  expect(overlaps({ listing: 'before' }, {})).toBe(1);
  expect(overlaps({ listing: 'before' }, { listing: 'before' })).toBe(1);
});

test('ranges of hops overlap where they share one', () => {
  expect(overlaps({ maxHops: 3 }, { minHops: 3 })).toBe(1);
  expect(overlaps({ maxHops: 2 }, { minHops: 3 })).toBe(0);
  expect(overlaps({ minHops: 3 }, { maxHops: 2 })).toBe(0);
  expect(overlaps({ minHops: 2, maxHops: 5 }, { minHops: 5 })).toBe(1);
});

test('labels overlap by their category alone, and patterns by themselves', () => {
  for (const basis of ['ownership', 'inherited'] as const) expect(overlaps({ ways: [] }, {}, { basis })).toBe(1);
  const behaviour = { basis: 'behaviour', categories: [] } as const;
  const names = (a: string[], b: string[]) => overlaps({ patterns: a }, { patterns: b }, behaviour);
  expect([names(['peel'], ['peel', 'fan']), names(['peel'], ['fan'])]).toEqual([1, 0]);
  const [text] = findOverlaps(['A', 'B'].map((id) => ({ ...RULE, ...behaviour, id, patterns: ['peel'] })));
  expect(text).toBe('Rules A and B count the same pattern. Both weights are added.');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-overlaps.txt');
});
