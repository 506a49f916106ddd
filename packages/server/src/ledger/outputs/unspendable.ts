import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import { isUnspendableCoinbase } from '@trailmark/ingest/utxo/block-resolver';
import type { ServedOutputs } from '../ledgers.ts';

/** Whether outputs of a transaction never entered, or were overwritten in, the set of unspent outputs: as the index marks them. */
export function isNeverSpendable({ reader }: Pick<ServedOutputs, 'reader'>, record: TransactionRecord): boolean {
  if (!record.isCoinbase || record.position < 0) return false;
  const height = positionHeight(record.position);
  return isUnspendableCoinbase(height, reader.block(height)?.hash ?? '');
}
