import type { OutputHistoryRow } from '@trailmark/api/contract/history';

export interface DustFold {
  readonly kind: 'fold';
  readonly id: string;
  readonly count: number;
  /** Sum of the net amounts of the folded rows. */
  readonly net: bigint;
}

export type HistoryItem = { readonly kind: 'row'; readonly id: string; readonly row: OutputHistoryRow } | DustFold;

/** A transaction mined twice stands at two heights, so the id alone does not name a row. */
export function rowKey({ txid, height }: OutputHistoryRow): string {
  return `${txid}:${height ?? 'unconfirmed'}`;
}

const isDust = ({ flags }: OutputHistoryRow): boolean => flags.includes('dust');

/** Runs of two and more dust rows become one counted row that says its sum; nothing is dropped. */
export function foldDust(rows: readonly OutputHistoryRow[]): readonly HistoryItem[] {
  const items: HistoryItem[] = [];
  let run: OutputHistoryRow[] = [];
  const endRun = () => {
    const [first, ...others] = run;
    if (first && others.length > 0) {
      const net = run.reduce((sum, row) => sum + row.net, 0n);
      items.push({ kind: 'fold', id: `fold:${rowKey(first)}`, count: run.length, net });
    } else if (first) {
      items.push(toItem(first));
    }
    run = [];
  };
  for (const row of rows) {
    if (isDust(row)) {
      run.push(row);
    } else {
      endRun();
      items.push(toItem(row));
    }
  }
  endRun();
  return items;
}

export function toItem(row: OutputHistoryRow): HistoryItem {
  return { kind: 'row', id: rowKey(row), row };
}
