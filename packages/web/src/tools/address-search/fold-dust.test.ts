import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { describe, expect, it } from 'vitest';
import { foldDust } from './fold-dust.ts';

function row(txid: string, net: bigint, isDust: boolean): OutputHistoryRow {
  return { txid, height: 1, net, flags: isDust ? ['dust'] : [] } as unknown as OutputHistoryRow;
}

describe('foldDust', () => {
  it('folds runs of dust into counted rows that say their sum, and leaves single dust rows alone', () => {
    const rows = [row('a', 5n, false), row('b', 1n, true), row('c', 2n, true), row('d', 9n, false), row('e', 1n, true)];
    expect(foldDust(rows).map((item) => (item.kind === 'fold' ? [item.count, item.net] : item.row.txid))).toEqual([
      'a',
      [2, 3n],
      'd',
      'e',
    ]);
  });

  it('loses no row', () => {
    const rows = [row('a', 1n, true), row('b', 1n, true), row('c', 1n, true)];
    expect(foldDust(rows)).toEqual([{ kind: 'fold', id: 'fold:a:1', count: 3, net: 3n }]);
    expect(foldDust([])).toEqual([]);
  });
});
