import type { MoveKind, ValueMove } from '@trailmark/core/account-block';
import { MOVE_UNPLACED } from '@trailmark/core/account-block';

/** Where each kind is in the declared order of a transaction. */
const RANK: Record<MoveKind, number> = {
  fee: 0,
  native: 1,
  trc10: 1.5,
  internal: 2,
  destroyed: 2,
  token: 3,
  nft: 3,
  'multi-token': 3,
  tip: 4,
  reward: 5,
  withdrawal: 5,
  genesis: 5,
  stated: 6,
};

/** Kinds of which one source reports all or nothing: two reports are alternatives, never a sum. */
const FEE_KINDS: ReadonlySet<MoveKind> = new Set(['fee', 'tip']);
const CALL_KINDS: ReadonlySet<MoveKind> = new Set(['native']);

/** What must be equal for two tellings to be of one move. */
export function moveKey(move: ValueMove): string {
  return `${move.kind}|${move.asset}|${move.from}|${move.to}|${move.amount}|${move.tokenId ?? ''}`;
}

function agree<T>(a: T | undefined, b: T | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** Two tellings of equal moves may be one unless both know a place and the places differ. */
function mayBeOne(a: ValueMove, b: ValueMove): boolean {
  return agree(a.logIndex, b.logIndex) && agree(a.tracePath, b.tracePath);
}

function isSamePlace(a: ValueMove, b: ValueMove): boolean {
  return a.logIndex === b.logIndex && a.tracePath === b.tracePath;
}

function complete(held: ValueMove, told: ValueMove): ValueMove {
  const flags = (held.flags | told.flags) & ~(held.flags & told.flags & MOVE_UNPLACED ? 0 : MOVE_UNPLACED);
  return {
    ...held,
    logIndex: held.logIndex ?? told.logIndex,
    tracePath: held.tracePath ?? told.tracePath,
    flags,
  };
}

/** Adds reported transfers to the stored ones as a multiset: each report matches at most one stored transfer. */
function unite(held: readonly ValueMove[], told: readonly ValueMove[], mayAdd: (move: ValueMove) => boolean) {
  const result = [...held];
  const open = new Map<string, number[]>();
  held.forEach((move, index) => {
    const key = moveKey(move);
    const list = open.get(key);
    if (list) list.push(index);
    else open.set(key, [index]);
  });
  // Tellings that agree on the place first, so that one without a place takes what is left.
  const rest: ValueMove[] = [];
  const take = (move: ValueMove, isOne: (a: ValueMove, b: ValueMove) => boolean): boolean => {
    const candidates = open.get(moveKey(move)) ?? [];
    const found = candidates.findIndex((index) => isOne(result[index] as ValueMove, move));
    if (found < 0) return false;
    const [index] = candidates.splice(found, 1) as [number];
    result[index] = complete(result[index] as ValueMove, move);
    return true;
  };
  for (const move of told) if (!take(move, isSamePlace)) rest.push(move);
  for (const move of rest) if (!take(move, mayBeOne) && mayAdd(move)) result.push(move);
  return result;
}

/** The fuller of two reports of a group, the stored one where they are equally full. */
function fuller(
  held: readonly ValueMove[],
  told: readonly ValueMove[],
  kinds: ReadonlySet<MoveKind>,
): readonly ValueMove[] {
  const ours = held.filter(({ kind }) => kinds.has(kind));
  const theirs = told.filter(({ kind }) => kinds.has(kind));
  return theirs.length > ours.length ? theirs : ours;
}

function comparePaths(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A TRC-10 transfer is the call itself, or was made by a contract. */
function rank({ kind, tracePath, logIndex }: ValueMove): number {
  if (kind !== 'trc10') return RANK[kind];
  if (tracePath !== undefined) return RANK.internal;
  return logIndex === undefined ? RANK.trc10 : RANK.token;
}

/** The stored order is kept where nothing was learned. */
function isSameMoves(a: readonly ValueMove[], b: readonly ValueMove[]): boolean {
  const texts = (moves: readonly ValueMove[]): string =>
    moves
      .map((move) => `${moveKey(move)}|${move.logIndex}|${move.tracePath}|${move.flags}`)
      .sort()
      .join();
  return a.length === b.length && texts(a) === texts(b);
}

function compareMoves(a: ValueMove, b: ValueMove): number {
  const [left, right] = [moveKey(a), moveKey(b)];
  return (
    rank(a) - rank(b) ||
    comparePaths(a.tracePath, b.tracePath) ||
    (a.logIndex ?? Number.MAX_SAFE_INTEGER) - (b.logIndex ?? Number.MAX_SAFE_INTEGER) ||
    (left < right ? -1 : Number(left > right))
  );
}

/**
 * The moves of one transaction from two reports, in the declared order. Nothing is counted twice; `mayAdd` decides for a transfer
 * that only the new report has whether it may come in.
 */
export function mergeMoves(
  held: readonly ValueMove[],
  told: readonly ValueMove[],
  mayAdd: (move: ValueMove) => boolean = () => true,
): ValueMove[] {
  if (held.length === 0) return told.filter(mayAdd);
  const isGrouped = ({ kind }: ValueMove): boolean => FEE_KINDS.has(kind) || CALL_KINDS.has(kind);
  const rest = unite(
    held.filter((move) => !isGrouped(move)),
    told.filter((move) => !isGrouped(move)),
    mayAdd,
  );
  const merged = [...fuller(held, told, FEE_KINDS), ...fuller(held, told, CALL_KINDS), ...rest];
  return isSameMoves(held, merged) ? [...held] : merged.sort(compareMoves);
}
