import type { AddressKey } from '@trailmark/core/ledger';
import { type Position, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedLedger } from '../ledger/ledgers.ts';

const PAGE = 50_000;

/** Places of every transaction of the set up to a height, ascending, each once. Numbers only: a million are eight megabytes. */
export async function readSetPositions(
  { transfers }: ServedLedger,
  keys: ReadonlySet<AddressKey>,
  upTo: number,
  read: ReadOptions,
): Promise<readonly Position[]> {
  const found: Position[] = [];
  const end = toPosition(upTo + 1, 0);
  for (const key of keys) {
    let after: Position | undefined;
    for (;;) {
      const page = await transfers.positions(key, { after, limit: PAGE }, read);
      for (const position of page) if (position < end) found.push(position);
      after = page.at(-1);
      if (page.length < PAGE || after === undefined || after >= end) break;
    }
  }
  if (keys.size < 2) return found;
  return [...new Set(found)].sort((a, b) => a - b);
}
