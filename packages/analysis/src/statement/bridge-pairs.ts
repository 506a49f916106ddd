import type { ChainId } from '@trailmark/core/chain';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { BridgePair, BridgeSide } from '@trailmark/core/statement/statement';

/** What a line says of a bridge transfer, where the logs carry an id that both sides name. */
export function sideOf({ actions, chain }: SetTransaction, line: number): BridgeSide | undefined {
  const found = actions.find(({ kind }) => kind === 'bridge-out' || kind === 'bridge-in');
  if (found?.message === undefined) return undefined;
  return { message: found.message, chain: chain satisfies ChainId, line, isOut: found.kind === 'bridge-out' };
}

/** Bridge transfers of the set, matched by the id that both sides carry. */
export class BridgePairs {
  readonly pairs: BridgePair[] = [];
  private readonly waiting = new Map<string, BridgeSide>();

  /** The other side, where it was seen before. */
  add(side: BridgeSide): BridgeSide | undefined {
    const other = this.waiting.get(side.message);
    if (!other || other.chain === side.chain || other.isOut === side.isOut) {
      this.waiting.set(side.message, side);
      return undefined;
    }
    this.pairs.push(other.isOut ? [other, side] : [side, other]);
    return other;
  }
}
