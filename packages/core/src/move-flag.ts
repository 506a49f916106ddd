/** What is remarkable about a move; each is explained where a move is folded. `order-unknown`: its place in the transaction is not known. */
export const MOVE_FLAGS = [
  'zero-value',
  'spoofed',
  'look-alike',
  'imitation',
  'unverified-token',
  'dust',
  'wrap',
  'stake',
  'order-unknown',
] as const;
export type MoveFlag = (typeof MOVE_FLAGS)[number];
