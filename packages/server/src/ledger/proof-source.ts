import { AppError } from '@trailmark/core/errors';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../answers/format-count.ts';
import type { ServedOutputs } from './ledgers.ts';
import type { FoundTransaction } from './outputs/transaction-lookup.ts';

/** What proves that a transaction is in its block: the block's ids and its header. */
export interface ProofSource {
  readonly height: number;
  readonly index: number;
  readonly blockHash: string;
  readonly header: Uint8Array;
  readonly txids: readonly string[];
}

/** Throws `not-found` where the block is not completely indexed with its header, stating why. */
export async function readProofSource(
  ledger: ServedOutputs,
  found: FoundTransaction,
  read: ReadOptions,
): Promise<ProofSource> {
  if (found.unconfirmed)
    throw new AppError('not-found', 'This transaction is not in a block yet, so there is nothing to prove.');
  const height = positionHeight(found.record.position);
  const block = ledger.reader.block(height);
  const place = `Block ${formatCount(height)}`;
  if (!block?.isWhole)
    throw new AppError('not-found', `${place} is indexed only in part, so no proof of it can be made.`);
  if (!block.header)
    throw new AppError(
      'not-found',
      `${place} came without its header ("${block.source}"), so no proof of it can be made.`,
    );
  const index = positionIndex(found.record.position);
  const txids = await ledger.reader.blockTxids(height, read);
  if (txids[index] !== found.record.txid)
    throw new AppError('inconsistent', `${place} does not list this transaction where it should.`);
  return { height, index, blockHash: block.hash, header: block.header, txids };
}
