import { BLOCK_MOVES_INDEX, MOVE_UNPLACED } from '@trailmark/core/account-block';
import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, positionIndex, toPosition } from '@trailmark/core/position';
import { placeKey } from './account-apportioning.ts';

const FIRST_ESTIMATE = 2 ** 19;
const LAST_SLOT = 0xffff_ffff;

/** Whether the index of a transaction in its block is not told by any source. */
export function isPositionEstimated(position: Position): boolean {
  const index = positionIndex(position);
  return index >= FIRST_ESTIMATE && index !== BLOCK_MOVES_INDEX;
}

/** Whether no source says where a move stands in its transaction. */
export function isUnplaced({ kind, flags }: Pick<StoredMove, 'kind' | 'flags'>): boolean {
  return kind === 'stated' || (flags & MOVE_UNPLACED) !== 0;
}

/** Moves with the same key may have happened in any order. */
function scopeOf(position: Position): number {
  return isPositionEstimated(position) ? toPosition(positionHeight(position), FIRST_ESTIMATE) : position;
}

/**
 * From where on an account has to be known that a move reaches: of a move without a known place from the first, backward up to
 * the last, of those it may have happened beside.
 */
export function boundaryOf(move: StoredMove, isForward: boolean): MovePlace {
  if (!isUnplaced(move)) return { position: move.position, slot: move.slot };
  const scope = scopeOf(move.position);
  if (isForward) return { position: scope, slot: 0 };
  const isBlock = scope !== move.position || isPositionEstimated(move.position);
  const last = isBlock ? toPosition(positionHeight(scope), BLOCK_MOVES_INDEX - 1) : scope;
  return { position: last, slot: LAST_SLOT };
}

/** Receipts into each account that are still to come. */
class Awaited {
  private readonly counts = new Map<string, number>();

  constructor(moves: readonly StoredMove[]) {
    for (const move of moves) this.count(move, 1);
  }

  isFree({ from, asset }: StoredMove): boolean {
    return (this.counts.get(accountAssetKey(from, asset)) ?? 0) === 0;
  }

  pass(move: StoredMove): void {
    this.count(move, -1);
  }

  private count({ to, asset }: StoredMove, by: number): void {
    const key = accountAssetKey(to, asset);
    this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  }
}

/**
 * Moves of unknown order, receipts of an account before its payments of the same asset: what is paid on has to be there. Where
 * accounts pay each other in a circle the first listed breaks it; else the order listed stands.
 */
export function receiptsFirst<T extends { readonly move: StoredMove }>(listed: readonly T[]): T[] {
  const awaited = new Awaited(listed.map(({ move }) => move));
  const ordered: T[] = [];
  let rest = listed;
  while (rest.length > 0) {
    const kept: T[] = [];
    for (const item of rest) {
      if (!awaited.isFree(item.move)) kept.push(item);
      else {
        awaited.pass(item.move);
        ordered.push(item);
      }
    }
    const [first] = kept;
    if (first && kept.length === rest.length) {
      awaited.pass(first.move);
      ordered.push(first);
      kept.shift();
    }
    rest = kept;
  }
  return ordered;
}

/** The place each move is taken at, by the key of the place it is listed at, where the two differ. */
export type Turns = ReadonlyMap<string, MovePlace>;

/** Turns of moves that stand in the order of the chain. */
export function findTurns(moves: readonly StoredMove[]): Turns {
  const turns = new Map<string, MovePlace>();
  for (let at = 0; at < moves.length; ) {
    const run = runAt(moves, at);
    if (run.length > 1) {
      const ordered = receiptsFirst(run.map((move) => ({ move })));
      for (const [i, { move }] of ordered.entries()) {
        const place = run[i];
        if (place && place !== move) turns.set(placeKey(move), { position: place.position, slot: place.slot });
      }
    }
    at += Math.max(1, run.length);
  }
  return turns;
}

/** The run of neighbours without a known place that begins here; empty where this one has a place. */
function runAt(moves: readonly StoredMove[], from: number): readonly StoredMove[] {
  const first = moves[from];
  if (!first || !isUnplaced(first)) return [];
  let to = from + 1;
  const scope = scopeOf(first.position);
  for (let next = moves[to]; next && isUnplaced(next) && scopeOf(next.position) === scope; next = moves[to]) to++;
  return to === from + 1 ? [] : moves.slice(from, to);
}
