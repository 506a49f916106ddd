import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { FindingsInput } from './finding.ts';

const MOST_MOVES = 400;

export interface HoldingTimes {
  /** Seconds from each arrival to the next move out, ascending. */
  readonly seconds: readonly number[];
  readonly median: number | undefined;
  /** Positions of the moves out that were looked at, newest first. */
  readonly forwards: readonly Position[];
  readonly isCut: boolean;
}

function pairMoves(
  moves: readonly StoredMove[],
  address: AccountKey,
  timeOf: (move: StoredMove) => number | undefined,
) {
  const seconds: number[] = [];
  const forwards: Position[] = [];
  let waiting: StoredMove[] = [];
  for (const move of moves) {
    if (move.amount === 0n || move.kind === 'fee' || move.kind === 'tip' || move.from === move.to) continue;
    if (move.to === address) {
      waiting.push(move);
      continue;
    }
    const out = timeOf(move);
    for (const arrival of waiting) {
      const since = timeOf(arrival);
      if (out !== undefined && since !== undefined) seconds.push(out - since);
    }
    if (waiting.length > 0) forwards.unshift(move.position);
    waiting = [];
  }
  return { seconds: seconds.sort((a, b) => a - b), forwards };
}

/** How long an asset stayed before it was moved on, over its first moves. */
export async function measureHolding(
  { reader, address, signal }: FindingsInput,
  asset: AssetKey,
): Promise<HoldingTimes> {
  const moves = await reader.moves(address, { asset, order: 'oldest' }, { limit: MOST_MOVES }, { signal });
  const { seconds, forwards } = pairMoves(moves, address, (move) => reader.block(positionHeight(move.position))?.time);
  return { seconds, median: seconds[Math.floor(seconds.length / 2)], forwards, isCut: moves.length >= MOST_MOVES };
}

/** Hashes of the transactions at some positions, in their order. */
export async function readHashes({ reader, signal }: FindingsInput, positions: readonly Position[]): Promise<string[]> {
  const records = await reader.transactions([...new Set(positions)], { signal });
  return records.flatMap((record) => (record ? [record.hash] : []));
}

/** `3.5 hours`, `2.1 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < 3600) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} hours`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}
