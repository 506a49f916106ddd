import { AppError } from '@trailmark/core/errors';
import type { LedgerReader } from '@trailmark/core/ledger';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type CursorRow, insertFork, putCursor, trimReadBlocks } from '@trailmark/store/cases/watches/cursor-rows';
import { deleteFolds, lowerFromHeights } from '@trailmark/store/cases/watches/watch-rows';
import { retractAlerts } from '../../inbox/raise-alert.ts';

/** Blocks below the tip that are compared; a deeper fork stops the reading of the chain. */
export const DEEPEST_FORK = 100;

interface Place {
  readonly height: number;
  readonly hash: string;
}

/** Whether a block that was read is still on the chain. */
export const isSame = (reader: LedgerReader, { height, hash }: Place): boolean => reader.block(height)?.hash === hash;

/**
 * The highest block that was read and is still on the chain, where the last one is not. Undefined where nothing was replaced. Throws
 * `inconsistent` for a fork that is deeper than any that should be.
 */
export function findFork(reader: LedgerReader, cursor: Place, blocks: readonly Place[]): Place | undefined {
  if (isSame(reader, cursor) || cursor.height < 0) return undefined;
  const shared = blocks.find((block) => isSame(reader, block));
  if (shared) return shared;
  const lowest = blocks.at(-1) ?? cursor;
  if (blocks.length < DEEPEST_FORK)
    return { height: lowest.height - 1, hash: reader.block(lowest.height - 1)?.hash ?? '' };
  throw new AppError(
    'inconsistent',
    `More than ${DEEPEST_FORK} blocks that were read are no longer on the chain. Nothing more is read before somebody looked at it.`,
  );
}

/** Undoes replaced blocks: their alerts are retracted, and the cursor goes back to the last shared block. Returns the cursor. */
export async function undoFork(
  tx: Transaction,
  {
    chain,
    reader,
    cursor,
    blocks,
    at,
  }: {
    readonly chain: string;
    readonly reader: LedgerReader;
    readonly cursor: CursorRow;
    readonly blocks: readonly Place[];
    readonly at: Date;
  },
): Promise<CursorRow> {
  const shared = findFork(reader, cursor, blocks);
  if (!shared) return cursor;
  const fromHeight = shared.height + 1;
  const depth = cursor.height - shared.height;
  const why = `Block ${fromHeight.toLocaleString('en')} is not on the valid chain: another block of that height replaced it (depth ${depth}).`;
  const gone = await retractAlerts(tx, { chain, fromHeight, why, at });
  await trimReadBlocks(tx, chain, { from: fromHeight, below: 0 });
  await lowerFromHeights(tx, chain, fromHeight);
  await deleteFolds(tx, chain, fromHeight);
  await insertFork(tx, { chain, height: fromHeight, depth, retracted: gone.length, at });
  const moved = { chain, height: shared.height, hash: shared.hash, seenAt: at, at };
  await putCursor(tx, moved);
  return { chain, height: shared.height, hash: shared.hash, seenAt: at, movedAt: at, fault: cursor.fault };
}
