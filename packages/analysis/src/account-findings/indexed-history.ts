import {
  type AccountKey,
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_INTERNALS,
  HAS_LOGS,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';

const WHOLE_BLOCKS = BLOCK_HOLDS_ALL | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS;
/** Blocks of another chain under the same number say nothing about this one. */
const KINDS = WHOLE_BLOCKS | BLOCK_FOREIGN_GENESIS;
const WHOLE_LISTS = HAS_CALL | HAS_LOGS | HAS_INTERNALS;

/** Every height from 0 to the given one is indexed with calls, tokens and internal transfers. */
function holdsBlocks(reader: AccountLedger, toHeight: number): boolean {
  let next = 0;
  for (const range of [...reader.heightRanges()].sort((a, b) => a.fromHeight - b.fromHeight)) {
    if (range.fromHeight > next || next > toHeight) break;
    if ((range.holds & KINDS) === WHOLE_BLOCKS) next = Math.max(next, range.toHeight + 1);
  }
  return next > toHeight;
}

/**
 * Whether everything an address did is indexed up to a height: either all blocks from 0, or what a source lists of the
 * address, complete. Where it does not, a count is a lower bound and a first is the first that is indexed.
 */
export async function holdsHistory(
  reader: AccountLedger,
  address: AccountKey,
  toHeight: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (holdsBlocks(reader, toHeight)) return true;
  const fetched = await reader.addressCoverage(address, { signal });
  return fetched.some(
    ({ isComplete, fromHeight, holds, toHeight: upTo }) =>
      isComplete && fromHeight === 0 && upTo >= toHeight && (holds & WHOLE_LISTS) === WHOLE_LISTS,
  );
}

export const PARTIAL_HISTORY = 'The history of this address is not fully indexed, so counts are lower bounds.';
