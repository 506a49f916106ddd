import { positionIndex, toPosition } from '@trailmark/core/position';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import { ROW_COLUMNS, rowBlock } from '../stored-row.ts';
import type { ReadScope } from './scope.ts';

/** A transaction as it is stored: its place in the block, and its columns as a block of one. */
export interface StoredTransaction {
  readonly index: number;
  readonly block: ResolvedBlock;
}

/** The stored transactions of a height, in block order. */
export async function readStoredTransactions(scope: ReadScope, height: number): Promise<StoredTransaction[]> {
  const rows = await scope.facts.query(
    `SELECT position, ${ROW_COLUMNS}, hex(raw) FROM ${scope.database}.transactions
     WHERE position >= {from:UInt64} AND position < {to:UInt64} ORDER BY position`,
    { parameters: { from: toPosition(height, 0), to: toPosition(height + 1, 0) }, seconds: 120 },
  );
  return rows.map((row) => ({ index: positionIndex(Number(row[0])), block: rowBlock(row) }));
}
