import type { ReactNode } from 'react';

/** A run of rows that are worth noise, counted, with the reasons. */
export interface NoiseFold<Row = Foldable> {
  readonly kind: 'fold';
  readonly id: string;
  readonly count: number;
  /** Each reason once, with how many rows it folded. */
  readonly reasons: readonly (readonly [reason: string, count: number])[];
  readonly rows: readonly Row[];
}

export type FoldedItem<Row> = { readonly kind: 'row'; readonly id: string; readonly row: Row } | NoiseFold<Row>;

interface Foldable {
  /** Why the row is folded; null: it is not. */
  readonly folded: string | null;
}

function toFold<Row extends Foldable>(id: string, rows: readonly Row[]): NoiseFold<Row> {
  const reasons = new Map<string, number>();
  for (const { folded } of rows) if (folded !== null) reasons.set(folded, (reasons.get(folded) ?? 0) + 1);
  return { kind: 'fold', id: `fold:${id}`, count: rows.length, reasons: [...reasons], rows };
}

/** Runs of `least` and more folded rows become one counted row each; nothing is dropped. With `isShown` every row is separate. */
export function foldNoise<Row extends Foldable>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  isShown: boolean,
  least = 1,
): readonly FoldedItem<Row>[] {
  const items: FoldedItem<Row>[] = [];
  let run: Row[] = [];
  const toItem = (row: Row) => ({ kind: 'row' as const, id: rowKey(row), row });
  const endRun = () => {
    const [first] = run;
    if (first && run.length >= least) items.push(toFold(rowKey(first), run));
    else items.push(...run.map(toItem));
    run = [];
  };
  for (const row of rows) {
    if (row.folded !== null && !isShown) {
      run.push(row);
      continue;
    }
    endRun();
    items.push(toItem(row));
  }
  endRun();
  return items;
}

/** A cell for rows; folded runs fill their line by themselves. */
export function itemColumn<Row>(cell: (row: Row, id: string) => ReactNode): (item: FoldedItem<Row>) => ReactNode {
  return (item) => (item.kind === 'row' ? cell(item.row, item.id) : null);
}

/** How many rows are folded in all. */
export function countFolded(rows: readonly Foldable[]): number {
  return rows.filter(({ folded }) => folded !== null).length;
}
