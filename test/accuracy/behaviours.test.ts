import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { expect, test } from 'vitest';
import { LIVES, liveHistory } from '../../packages/analysis/src/screening/behaviours/testing/innocent-histories.ts';
import { PLANTS, plantHistory } from '../../packages/analysis/src/screening/behaviours/testing/planted-histories.ts';
import { formatBehaviours } from '../../scripts/accuracy/behaviour-section.ts';
import { measureBehaviours } from '../../scripts/accuracy/measure-behaviours.ts';
import { createSeededChoice } from '../../scripts/accuracy/seeded-choice.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test('the table of patterns on the page is what the generated histories give', () => {
  expect(page, 'a rule has changed: run npm run accuracy').toContain(formatBehaviours(measureBehaviours('reporting')));
});

test('the same seed gives the same history, another seed another, all in the order of time', () => {
  for (const [kind, write] of [
    ...Object.keys(PLANTS).map((kind) => [kind, plantHistory] as const),
    ...Object.keys(LIVES).map((kind) => [kind, liveHistory] as const),
  ]) {
    const [first, same, other] = ['one', 'one', 'two'].map(
      (seed) => write(kind, createSeededChoice(seed)).transactions,
    );
    expect(first).toEqual(same);
    expect(first).not.toEqual(other);
    const times = first?.map(({ time }) => time) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.length).toBeGreaterThan(1);
  }
});

test('what is planted is in the catalogue', () => {
  const ids = BEHAVIOURS.map(({ id }) => id);
  expect(Object.keys(PLANTS).filter((pattern) => !ids.includes(pattern))).toEqual([]);
});
