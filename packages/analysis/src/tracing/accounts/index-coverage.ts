import { BLOCK_HOLDS_ALL, BLOCK_HOLDS_TOKENS, BLOCK_TIME_ESTIMATED } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import { isStatedAsset } from './loaded-accounts.ts';

/** What of a chain is completely indexed, for one asset. */
export interface IndexCoverage {
  /** From this height up to the tip every block is completely indexed; undefined where not even the last one is. */
  readonly wholeFrom: number | undefined;
  /** Whole from the first block on: balances can be derived. */
  readonly isWhole: boolean;
}

/** The unbroken run of whole blocks that ends at the tip. */
export function coverageOf(reader: AccountLedger, asset: AssetKey): IndexCoverage {
  const needed = BLOCK_HOLDS_ALL | (isContractAsset(asset) ? BLOCK_HOLDS_TOKENS : 0);
  let wholeFrom: number | undefined;
  const ranges = [...reader.heightRanges()].sort((a, b) => b.fromHeight - a.fromHeight);
  for (const { fromHeight, toHeight, holds } of ranges) {
    const isNext = wholeFrom === undefined ? toHeight === reader.tip()?.height : toHeight + 1 === wholeFrom;
    if (!isNext || (holds & needed) !== needed || isStatedAsset(asset)) break;
    wholeFrom = fromHeight;
  }
  return { wholeFrom, isWhole: wholeFrom === 0 };
}

export function isTimeEstimated(reader: AccountLedger, height: number): boolean {
  return ((reader.block(height)?.holds ?? 0) & BLOCK_TIME_ESTIMATED) !== 0;
}
