import type { LedgerReader } from '@trailmark/core/ledger';

/** Heights of a chain above one, up to its tip, that are indexed. */
export function* heightsAbove(reader: LedgerReader, above: number): Generator<number> {
  for (const { fromHeight, toHeight } of reader.coverage()) {
    for (let height = Math.max(fromHeight, above + 1); height <= toHeight; height++) {
      if (reader.block(height)) yield height;
    }
  }
}
