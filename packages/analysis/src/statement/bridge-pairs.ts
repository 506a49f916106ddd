import type { ChainId } from '@trailmark/core/chain';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { StatementRequest } from '@trailmark/core/statement/statement';

/** A bridge transfer of the set: what left it on one chain, and what arrived for it on another. */
export interface Crossing {
  readonly message: string;
  readonly left: SetTransaction;
  readonly arrived: SetTransaction;
}

interface Side {
  readonly message: string;
  readonly isOut: boolean;
}

/** The side of a bridge transfer that a transaction is, where its logs carry an id that both sides name. */
function sideOf({ actions, isCut, isJoint, isFailed }: SetTransaction): Side | undefined {
  if (isCut || isJoint || isFailed) return undefined;
  const found = actions.find(({ kind }) => kind === 'bridge-out' || kind === 'bridge-in');
  return found?.message === undefined ? undefined : { message: found.message, isOut: found.kind === 'bridge-out' };
}

const keyOf = (chain: ChainId, position: number) => `${chain} ${position}`;

/** Bridge transfers that are in the period with both sides, by the transaction of either side. */
export interface Crossings {
  ofLeft(transaction: SetTransaction): Crossing | undefined;
  ofArrived(transaction: SetTransaction): Crossing | undefined;
}

export const NO_CROSSINGS: Crossings = { ofLeft: () => undefined, ofArrived: () => undefined };

/**
 * Matches what left over a bridge with what arrived, by the id that the logs of both sides carry. Transactions come in any order of
 * chains. A side that ends outside the period stays a line of its own, and so does an id that is seen twice on one side.
 */
export class CrossingFinder {
  readonly #period: Pick<StatementRequest, 'from' | 'to'>;
  readonly #sides = { out: new Map<string, SetTransaction | null>(), in: new Map<string, SetTransaction | null>() };

  constructor(period: Pick<StatementRequest, 'from' | 'to'>) {
    this.#period = period;
  }

  add(transaction: SetTransaction): void {
    const { from, to } = this.#period;
    const { time } = transaction;
    if ((from !== null && time < from) || (to !== null && time >= to)) return;
    const side = sideOf(transaction);
    if (!side) return;
    const sides = side.isOut ? this.#sides.out : this.#sides.in;
    sides.set(side.message, sides.has(side.message) ? null : transaction);
  }

  close(): Crossings {
    const [left, arrived] = [new Map<string, Crossing>(), new Map<string, Crossing>()];
    for (const [message, out] of this.#sides.out) {
      const other = this.#sides.in.get(message);
      // Chains are read by time: what arrives before it leaves, by the clocks of two chains, stays two lines.
      if (!out || !other || out.chain === other.chain || other.time < out.time) continue;
      const crossing = { message, left: out, arrived: other };
      left.set(keyOf(out.chain, out.position), crossing);
      arrived.set(keyOf(other.chain, other.position), crossing);
    }
    return {
      ofLeft: ({ chain, position }) => left.get(keyOf(chain, position)),
      ofArrived: ({ chain, position }) => arrived.get(keyOf(chain, position)),
    };
  }
}
