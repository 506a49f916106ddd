import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';

/**
 * What an amount really moved in: bridges that wrap and unwrap the coin name the wrapped one in their logs. The coin, where that
 * amount of it moved between the two and none of the token did.
 */
export function movedAsset(
  moves: readonly StoredMove[],
  ends: { readonly from?: AccountKey; readonly to?: AccountKey },
  token: AssetKey,
  amount: bigint,
): AssetKey {
  const found = moves.filter(
    (move) =>
      move.amount === amount &&
      (ends.from === undefined || move.from === ends.from) &&
      (ends.to === undefined || move.to === ends.to),
  );
  if (found.some(({ kind, asset }) => kind === 'token' && asset === token)) return token;
  return found.some(({ kind }) => kind === 'native' || kind === 'internal') ? NATIVE_ASSET : token;
}
