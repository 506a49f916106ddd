import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateTheft } from '../../scripts/accuracy/generated-thefts.ts';
import { shareOfEndsFound } from '../../scripts/accuracy/measure-ends.ts';

const GOAL = 0.95;
const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

/** What the page says of one way of tracing, of its two tables of generated ledgers. */
function readRows(way: string) {
  const own = page.slice(0, page.indexOf('## Recorded on outside data')).split('\n');
  return own.flatMap((line) => {
    const cells = line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''));
    if (cells[0] !== way || cells.length !== 5) return [];
    const [found, right] = [cells[2], cells[4]].map((cell = '') => cell.split(' of ').map(Number));
    return [{ found: toShare(found), right: toShare(right) }];
  });
}

function toShare([hits = Number.NaN, total = Number.NaN]: readonly number[] = []) {
  return { hits, total };
}

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
    const rows = readRows('**the default start: every end**');
    expect(rows).toHaveLength(2);
    for (const { found } of rows) expect(found.hits / found.total).toBeGreaterThanOrEqual(GOAL);
  });

  test('lists innocent ends too, and the page says how many, fewer where every method agrees', () => {
    const [all, agreed] = ['**the default start: every end**', 'the default start: under every method'].map(readRows);
    for (const [i, { found, right }] of all?.entries() ?? []) {
      expect(right.hits).toBe(found.hits);
      expect(right.total).toBeGreaterThan(right.hits);
      const sure = agreed?.[i]?.right ?? { hits: 0, total: 1 };
      expect(sure.hits / sure.total).toBeGreaterThan(right.hits / right.total);
    }
  });
});
