import type { SetCoin, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LotPart } from './lot-book.ts';

/** What a transaction did with coins: parts that left the set, in the order of its outputs, the fee last. */
export interface CoinsMoved {
  readonly left: readonly LotPart[];
}

/**
 * Lots by the coins themselves. Which coins a transaction spends is a fact; which of them its change consists of is not on
 * the ledger: inputs pay the outputs in their order and the fee last, the rule that `fifo/1` traces follow too.
 */
export interface CoinLots {
  /** `lotOf` gives the lot of what came in with this transaction. */
  move(transaction: SetTransaction, lotOf: () => number): CoinsMoved;
  left(): bigint;
}

function coinKey({ source, vout }: SetCoin): string {
  return `${source ?? '?'}:${vout}`;
}

/** Parts in a row, taken from the front. */
class PartQueue {
  readonly #parts: LotPart[] = [];
  #first = 0;

  push(parts: readonly LotPart[]): void {
    for (const part of parts) this.#parts.push(part);
  }

  take(wanted: bigint): LotPart[] {
    const taken: LotPart[] = [];
    let missing = wanted;
    while (missing > 0n) {
      const front = this.#parts[this.#first];
      if (!front) break;
      const rest = front.amount - missing;
      taken.push({ lot: front.lot, amount: rest > 0n ? missing : front.amount });
      if (rest > 0n) this.#parts[this.#first] = { lot: front.lot, amount: rest };
      else this.#first += 1;
      missing = rest > 0n ? 0n : -rest;
    }
    return taken;
  }

  rest(): readonly LotPart[] {
    return this.#parts.slice(this.#first);
  }
}

/** Neighbours of one lot as one part, so that chains of change do not grow. */
function joinParts(parts: readonly LotPart[]): readonly LotPart[] {
  if (parts.length < 2) return parts;
  const sums = new Map<number, bigint>();
  for (const { lot, amount } of parts) sums.set(lot, (sums.get(lot) ?? 0n) + amount);
  return [...sums].map(([lot, amount]) => ({ lot, amount }));
}

export function createCoinLots(): CoinLots {
  const coins = new Map<string, readonly LotPart[]>();
  let total = 0n;
  return {
    move(transaction, lotOf) {
      const { spent, outputs, position } = transaction;
      const queue = new PartQueue();
      for (const coin of spent) {
        const key = coinKey(coin);
        queue.push(coins.get(key) ?? []);
        coins.delete(key);
        total -= coin.amount;
      }
      const left: LotPart[] = [];
      for (const [vout, { amount, isOwn }] of outputs.entries()) {
        if (!isOwn) {
          if (!transaction.isJoint) left.push(...queue.take(amount));
          continue;
        }
        const kept = queue.take(amount);
        const missing = amount - kept.reduce((sum, part) => sum + part.amount, 0n);
        if (missing > 0n) kept.push({ lot: lotOf(), amount: missing });
        coins.set(coinKey({ source: position, vout, amount }), joinParts(kept));
        total += amount;
      }
      return { left: joinParts([...left, ...queue.rest()]) };
    },
    left: () => total,
  };
}
