import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureScreenings } from '../../scripts/accuracy/measure-screenings.ts';
import { formatScreenings } from '../../scripts/accuracy/screening-section.ts';

// The whole table takes minutes: here one ledger is measured, and the page is checked against its own words.

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');
const SMALL = { thefts: 1, each: 2 };

test('the same seed gives the same table of verdicts, whose figures fit together', async () => {
  const [first, second] = [await measureScreenings('test', SMALL), await measureScreenings('test', SMALL)];
  expect(formatScreenings(second)).toBe(formatScreenings(first));
  expect(first.any.total).toBe(2);
  expect(first.levels.reduce((sum, [, subjects]) => sum + subjects, 0)).toBe(2);
  for (const { changed, higher, lower } of first.rows) expect(higher + lower).toBe(changed.hits);
  expect(first.rows.find(({ method, maxHops }) => method === 'haircut/1' && maxHops === 5)?.changed.hits).toBe(0);
  expect(first.any.hits).toBeGreaterThanOrEqual(Math.max(first.anyMethod.hits, first.anyHops.hits));
});

test('the page has the table of verdicts, with every way of asking', async () => {
  const words = formatScreenings(await measureScreenings('test', SMALL));
  const titles = words.split('\n').filter((line) => line.startsWith('| '))[0] ?? '';
  const caution = words.slice(words.indexOf('**What this cannot tell.**'));
  expect(page).toContain(titles);
  expect(page).toContain(caution);
  const ways = words
    .split('\n')
    .flatMap((line) => /^\| \**(?:haircut|FIFO|LIFO|poison|any method)\** \| [^|]+\|/.exec(line) ?? []);
  expect(ways).toHaveLength(15);
  for (const way of ways) expect(page).toContain(way);
});
