import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateTheft } from '../../scripts/accuracy/generated-thefts.ts';
import { shareOfEndsFound } from '../../scripts/accuracy/measure-ends.ts';

const GOAL = 0.95;
const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

describe('the default start of a trace', () => {
  // The page measures seeds 0 to 19.
  test.each([
    ['unseen-1', true],
    ['unseen-2', false],
  ] as const)('finds 95 of 100 ends of a theft that the page does not measure (seed %s)', async (seed, isLabelled) => {
    const { hits, total } = await shareOfEndsFound(generateTheft(seed, isLabelled));
    expect(total).toBeGreaterThan(20);
    expect(hits / total).toBeGreaterThanOrEqual(GOAL);
  });

  test('found as many of those that the page does measure', () => {
    const own = page.slice(0, page.indexOf('## Recorded on outside data'));
    const rows = [...own.matchAll(/\| \*\*the default start: every end\*\* \| [^|]+ \| (\d+) of (\d+) \|/g)];
    expect(rows).toHaveLength(2);
    for (const [, hits, total] of rows) expect(Number(hits) / Number(total)).toBeGreaterThanOrEqual(GOAL);
  });
});
