import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import { z } from 'zod';

/** First and last height of Bitcoin's main chain at which a protocol was, or is, in use. */
export interface UsePeriod {
  readonly fromHeight: number;
  /** Null while it is in use. */
  readonly toHeight: number | null;
}

/** What holds on chains whose heights say nothing about dates: always in use. */
export const UNDATED: UsePeriod = { fromHeight: 0, toHeight: null };

/** The two parameters of a detector that hold its dates; the page of the method names their source. */
export function usePeriodParams(fromHeight: number, toHeight: number | null) {
  return {
    fromHeight: z.int().nonnegative().default(fromHeight).describe('First height of its use on Bitcoin.'),
    toHeight: z
      .int()
      .nullable()
      .default(toHeight)
      .describe('Last height of its use on Bitcoin; null while it is used.'),
  };
}

/** Whether the protocol was in use when the transaction was confirmed. */
export function isInUse({ position }: TransactionRecord, { fromHeight, toHeight }: UsePeriod): boolean {
  const height = positionHeight(position);
  return height >= fromHeight && (toHeight === null || height <= toHeight);
}
