import type { HeightRange } from '@trailmark/core/output-ledger';

/** Heights from and to, both inclusive. */
export interface HeightRun {
  readonly from: number;
  readonly to: number;
}

/** Heights of which every transaction is indexed, and so what the index can know of a spend. */
export class IndexedHeights {
  readonly #missing: readonly HeightRun[];
  readonly tip: number;

  constructor(ranges: readonly HeightRange[], tip: number) {
    this.tip = tip;
    const missing: HeightRun[] = [];
    let next = 0;
    for (const { fromHeight, toHeight, wholeBlocks } of ranges) {
      if (!wholeBlocks) continue;
      if (fromHeight > next) missing.push({ from: next, to: fromHeight - 1 });
      next = Math.max(next, toHeight + 1);
    }
    if (next <= tip) missing.push({ from: next, to: tip });
    this.#missing = missing;
  }

  /** Runs within the heights given (inclusive) that are not completely indexed, ascending. */
  missing(from: number, to: number): HeightRun[] {
    return this.#missing
      .filter((run) => run.to >= from && run.from <= to)
      .map((run) => ({ from: Math.max(run.from, from), to: Math.min(run.to, to) }));
  }
}
