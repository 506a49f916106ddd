import { describe, expect, it } from 'vitest';
import { countFolded, foldNoise } from './fold-noise.ts';

const rows = [
  { id: 'a', folded: null },
  { id: 'b', folded: 'zero value' },
  { id: 'c', folded: 'look-alike' },
  { id: 'd', folded: 'zero value' },
  { id: 'e', folded: null },
];

describe('foldNoise', () => {
  it('counts a run with its reasons and drops nothing', () => {
    const items = foldNoise(rows, ({ id }) => id, false);
    expect(items.map(({ kind }) => kind)).toEqual(['row', 'fold', 'row']);
    expect(items[1]).toEqual({
      kind: 'fold',
      id: 'fold:b',
      count: 3,
      reasons: [
        ['zero value', 2],
        ['look-alike', 1],
      ],
      rows: rows.slice(1, 4),
    });
    expect(countFolded(rows)).toBe(3);
  });

  it('shows every row on request', () => {
    expect(foldNoise(rows, ({ id }) => id, true)).toHaveLength(5);
  });

  it('leaves runs shorter than the least alone, as single dust payments are', () => {
    const dust = (id: string, isDust: boolean) => ({ id, folded: isDust ? 'dust' : null });
    const payments = [dust('a', false), dust('b', true), dust('c', true), dust('d', false), dust('e', true)];
    const items = foldNoise(payments, ({ id }) => id, false, 2);
    expect(items.map((item) => (item.kind === 'fold' ? item.rows.map(({ id }) => id) : item.row.id))).toEqual([
      'a',
      ['b', 'c'],
      'd',
      'e',
    ]);
    expect(foldNoise([], ({ id }: { id: string; folded: null }) => id, false, 2)).toEqual([]);
  });
});
