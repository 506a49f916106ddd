/**
 * Where a transaction is in its chain: height and index in the block as one sortable integer,
 * `height * 2^20 + index`. A block holds at most a few ten thousand transactions on every chain we read,
 * so 20 bits for the index leave room; the product stays below 2^53, so a plain number is exact.
 */
export type Position = number;

export const POSITIONS_PER_BLOCK = 2 ** 20;

/** The highest block whose place, and that of the block after it, a position can name exactly. */
export const MAX_HEIGHT = 2 ** 33 - 2;

export function toPosition(height: number, index: number): Position {
  return height * POSITIONS_PER_BLOCK + index;
}

export function positionHeight(position: Position): number {
  return Math.floor(position / POSITIONS_PER_BLOCK);
}

export function positionIndex(position: Position): number {
  return position % POSITIONS_PER_BLOCK;
}
