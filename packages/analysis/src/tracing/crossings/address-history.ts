import { AppError } from '@trailmark/core/errors';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { CrossingLedger } from './crossing-ledger.ts';

/** Receipts, or payments, of one address that are looked through. */
export const MOST_LOOKED_AT = 500;

/** Seconds, both inclusive. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

export interface AddressHistory {
  readonly positions: readonly Position[];
  /** There are more than were looked at. */
  readonly isCut: boolean;
}

/** The first transactions in a window in which an address was paid (`in`), or paid (`out`). Throws `invalid` for no address of the chain. */
export async function readAddressHistory(
  ledger: CrossingLedger,
  address: string,
  { direction, window }: { readonly direction: 'in' | 'out'; readonly window: TimeWindow },
  read: ReadOptions,
): Promise<AddressHistory> {
  const filter = { direction, fromTime: window.from, toTime: window.to, order: 'oldest' } as const;
  const page = { limit: MOST_LOOKED_AT };
  const rows =
    ledger.family === 'accounts'
      ? await ledger.reader.moves(ledger.parseAddress(address), filter, page, read)
      : await ledger.reader.history(ledger.parseAddress(address), filter, page, read);
  return { positions: [...new Set(rows.map(({ position }) => position))], isCut: rows.length >= MOST_LOOKED_AT };
}

/** Whether a text is an address of the chain. */
export function isAddressOf(ledger: CrossingLedger, text: string): boolean {
  try {
    ledger.parseAddress(text);
    return true;
  } catch (error) {
    if (AppError.is(error, 'invalid')) return false;
    throw error;
  }
}
