import type { MovePlace } from '@trailmark/core/account-ledger';

/** A run of units that are side by side in a payment, all traced or none. */
export interface Run {
  readonly amount: bigint;
  readonly isTraced: boolean;
}

/** What of a payment is traced. `runs`: which of its units, in their order, for methods that distinguish units. */
export interface TracedPart {
  readonly tainted: bigint;
  readonly runs: readonly Run[] | undefined;
}

/** What left an account. `added` is the part of `tainted` that nothing traced had brought in: poison and reach. */
export interface Departure extends TracedPart {
  readonly added: bigint;
}

/** One change of an account's balance of one asset. */
export interface Movement {
  readonly at: MovePlace;
  readonly isIn: boolean;
  readonly amount: bigint;
}

/**
 * Traced money in one account of one asset. Forward, receipts arrive and payments leave, in the order of the chain. Backward it
 * runs against that order: payments whose money is sought arrive, and receipts it came from leave.
 */
export interface AccountBook {
  readonly held: bigint;
  arrive(at: MovePlace, amount: bigint, part: TracedPart): void;
  leave(at: MovePlace, amount: bigint): Departure;
  /** Takes all traced money out of the trace; what stays counts as untraced. */
  release(): bigint;
}

/** What an account ledger needs of a method. */
export interface AccountApportioning {
  /** A book from the first traced receipt on, with what the account had before it. */
  forward(opening: bigint): AccountBook;
  /** A book over the whole history of an account up to the requested payment; undefined where the method only runs forward. */
  readonly backward?: ((history: readonly Movement[]) => AccountBook) | undefined;
  /** Ends are divided among the seeds in proportion to their losses. */
  readonly dividesAmongSeeds?: boolean | undefined;
}

export const NOTHING: Departure = { tainted: 0n, added: 0n, runs: undefined };

/** Key of a place in maps. */
export function placeKey({ position, slot }: MovePlace): string {
  return `${position}#${slot}`;
}

export function comparePlaces(a: MovePlace, b: MovePlace): number {
  return a.position - b.position || a.slot - b.slot;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}
