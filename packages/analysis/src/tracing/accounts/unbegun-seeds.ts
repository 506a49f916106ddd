import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { positionHeight } from '@trailmark/core/position';
import { most } from './account-apportioning.ts';

/** An address a trace begins with by its receipts, although the index shows that it had more money than those. */
export interface UnbegunSeed {
  /** As the request names it. */
  readonly seed: string;
  readonly address: AccountKey;
  readonly received: bigint;
  readonly paid: bigint;
  /** The least that it paid out of money whose receipt is not indexed, and that the trace does not begin with. */
  readonly unbegun: bigint;
}

/**
 * The most by which payments of an address ever exceed what it had received before, block by block: within a block the order of
 * moves may not be known, so that receipts of the block count first. `moves` are in the order of the chain.
 */
function findShortage(address: AccountKey, moves: readonly StoredMove[]): bigint {
  let [balance, lowest] = [0n, 0n];
  let height = -1;
  for (const { from, to, amount, position } of moves) {
    if (from === to) continue;
    if (positionHeight(position) !== height) {
      if (balance < lowest) lowest = balance;
      height = positionHeight(position);
    }
    if (to === address) balance += amount;
    if (from === address) balance -= amount;
  }
  return -(balance < lowest ? balance : lowest);
}

/**
 * What an address paid beyond all that the index knows it to have received, less the payments the trace begins with anyway;
 * undefined where that is nothing. `moves` are all moves of the asset up to the end of the window, `begun` those of the trace.
 */
export function findUnbegun(
  { seed, address }: Pick<UnbegunSeed, 'seed' | 'address'>,
  moves: readonly StoredMove[],
  begun: readonly StoredMove[],
): UnbegunSeed | undefined {
  const sum = (own: readonly StoredMove[]): bigint => own.reduce((all, { amount }) => all + amount, 0n);
  const received = sum(moves.filter(({ from, to }) => to === address && from !== to));
  const paid = sum(moves.filter(({ from, to }) => from === address && from !== to));
  const own = sum(begun.filter(({ from, to }) => from === address && from !== to));
  const unbegun = most(findShortage(address, moves) - own, 0n);
  return unbegun === 0n ? undefined : { seed, address, received, paid, unbegun };
}
