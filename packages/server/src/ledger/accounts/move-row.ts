import type { MoveVerdict } from '@trailmark/analysis/account-noise/classify-moves';
import type { AccountMove } from '@trailmark/api/contract/ledger-wire';
import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { AccountView } from './account-view.ts';

/** Seen from an address: into it, out of it, or both at once. */
export function directionOf({ from, to }: Pick<StoredMove, 'from' | 'to'>, self: AccountKey): 'in' | 'out' | 'self' {
  if (from === to) return 'self';
  return to === self ? 'in' : 'out';
}

/** What a move adds to an address: negative where it takes away, nothing where it goes from it to itself. */
export function effectOn({ from, to, amount }: Pick<StoredMove, 'from' | 'to' | 'amount'>, self: AccountKey): bigint {
  if (from === to) return 0n;
  if (to === self) return amount;
  return from === self ? -amount : 0n;
}

const NOTHING_REMARKABLE: MoveVerdict = { flags: [], folded: undefined };

/** A move as it is answered, seen from an address or, without one, from nobody. */
export function toMove(
  view: AccountView,
  move: StoredMove,
  self: AccountKey | undefined,
  { flags, folded }: MoveVerdict = NOTHING_REMARKABLE,
): AccountMove {
  const { kind, asset, amount, tokenId, logIndex, tracePath } = move;
  return {
    kind,
    asset: view.assets.refer(asset, kind),
    from: view.address(move.from),
    to: view.address(move.to),
    amount,
    tokenId: tokenId ?? null,
    logIndex: logIndex ?? null,
    tracePath: tracePath ?? null,
    direction: self === undefined ? null : directionOf(move, self),
    flags: [...flags],
    folded: folded ?? null,
    fiat: view.value(asset, amount, positionHeight(move.position)),
  };
}
