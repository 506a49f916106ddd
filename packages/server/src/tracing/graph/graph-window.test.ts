import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, PassingWindow, type WindowOrder } from './graph-window.ts';

/** What a window should answer, from all rows at once. */
function pick(rows: readonly Candidate[], { order, offset, limit }: WindowOrder) {
  const byValue = (a: Candidate, b: Candidate) =>
    Number(b.amount - a.amount) || a.position - b.position || a.slot - b.slot;
  const ordered = order === 'value' ? rows.toSorted(byValue) : rows;
  const rest = ordered.slice(offset + limit);
  return {
    rows: ordered.slice(offset, offset + limit),
    restCount: rest.length,
    restAmount: rest.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

function finish(rows: readonly Candidate[], order: WindowOrder) {
  const window = new PassingWindow<Candidate>(order);
  for (const row of rows) window.add(row);
  expect(window.count).toBe(rows.length);
  return window.finish();
}

/** Rows in the order of the chain, many of one amount. */
const passing = (most: number, least = 0) =>
  fc
    .array(fc.bigInt(0n, 9n), { minLength: least, maxLength: most })
    .map((amounts) => amounts.map((amount, i): Candidate => ({ amount, position: Math.floor(i / 3), slot: i % 3 })));
const window = fc.record({ offset: fc.nat(6), limit: fc.nat(6) });

test.each(['value', 'time'] as const)(
  'by %s, a window of rows and the sum of those after it is that of a whole sort',
  (order) => {
    fc.assert(
      fc.property(passing(30), window, (rows, of) => {
        expect(finish(rows, { order, ...of })).toEqual(pick(rows, { order, ...of }));
      }),
      { seed: 7 },
    );
  },
);

test.each(['value', 'time'] as const)('by %s, thousands of rows that are not kept change nothing', (order) => {
  fc.assert(
    fc.property(passing(5_000, 2_500), window, (rows, of) => {
      expect(finish(rows, { order, ...of })).toEqual(pick(rows, { order, ...of }));
    }),
    { seed: 11, numRuns: 10 },
  );
});
