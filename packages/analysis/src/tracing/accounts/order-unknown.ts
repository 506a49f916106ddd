import { BLOCK_MOVES_INDEX, MOVE_UNPLACED } from '@trailmark/core/account-block';
import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, positionIndex, toPosition } from '@trailmark/core/position';
import { placeKey } from './account-apportioning.ts';
import type { MoveOrder } from './account-params.ts';

const FIRST_ESTIMATE = 2 ** 19;
const LAST_SLOT = 0xffff_ffff;

/** Whether the index of a transaction in its block is not reported by any source. */
export function isPositionEstimated(position: Position): boolean {
  const index = positionIndex(position);
  return index >= FIRST_ESTIMATE && index !== BLOCK_MOVES_INDEX;
}

/** Whether no source states where a transfer is in its transaction. */
export function isUnplaced({ kind, flags }: Pick<StoredMove, 'kind' | 'flags'>): boolean {
  return kind === 'stated' || (flags & MOVE_UNPLACED) !== 0;
}

/** Moves with the same key may have happened in any order. */
function scopeOf(position: Position): number {
  return isPositionEstimated(position) ? toPosition(positionHeight(position), FIRST_ESTIMATE) : position;
}

/**
 * From where on an account has to be known that a move reaches: of a move without a known place from the first, backward up to
 * the last, of those it may have happened with.
 */
export function boundaryOf(move: StoredMove, isForward: boolean): MovePlace {
  if (!isUnplaced(move)) return { position: move.position, slot: move.slot };
  const scope = scopeOf(move.position);
  if (isForward) return { position: scope, slot: 0 };
  const isBlock = scope !== move.position || isPositionEstimated(move.position);
  const last = isBlock ? toPosition(positionHeight(scope), BLOCK_MOVES_INDEX - 1) : scope;
  return { position: last, slot: LAST_SLOT };
}

/** Which account a move waits for, and which one it lets continue. */
interface Ends {
  readonly waits: (move: StoredMove) => string;
  readonly frees: (move: StoredMove) => string;
}

const PAYER = ({ from, asset }: StoredMove): string => accountAssetKey(from, asset);
const PAYEE = ({ to, asset }: StoredMove): string => accountAssetKey(to, asset);
const ENDS: Readonly<Record<MoveOrder, Ends>> = {
  'receipts-first': { waits: PAYER, frees: PAYEE },
  'payments-first': { waits: PAYEE, frees: PAYER },
};

/** Moves that others wait for and that are still to come. */
class Awaited {
  private readonly counts = new Map<string, number>();
  private readonly ends: Ends;

  constructor(moves: readonly StoredMove[], ends: Ends) {
    this.ends = ends;
    for (const move of moves) this.count(move, 1);
  }

  isFree(move: StoredMove): boolean {
    return (this.counts.get(this.ends.waits(move)) ?? 0) === 0;
  }

  pass(move: StoredMove): void {
    this.count(move, -1);
  }

  private count(move: StoredMove, by: number): void {
    const key = this.ends.frees(move);
    this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  }
}

/**
 * Moves of unknown order, those of an account and asset by the requested order: receipts first, because what is paid on has to be
 * there, or payments first. Where accounts pay each other in a circle the first listed breaks it; else the listed order is kept.
 */
export function toOrder<T extends { readonly move: StoredMove }>(listed: readonly T[], order: MoveOrder): T[] {
  const awaited = new Awaited(
    listed.map(({ move }) => move),
    ENDS[order],
  );
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

/** Turns of moves that are in the order of the chain. */
export function findTurns(moves: readonly StoredMove[], order: MoveOrder): Turns {
  const turns = new Map<string, MovePlace>();
  for (let at = 0; at < moves.length; ) {
    const run = runAt(moves, at);
    if (run.length > 1) {
      const ordered = toOrder(
        run.map((move) => ({ move })),
        order,
      );
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
