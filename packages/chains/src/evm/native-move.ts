import type { AccountKey, MoveKind, ValueMove } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';

/** A move of the chain's coin. */
export function nativeMove(
  kind: MoveKind,
  ends: { readonly from: AccountKey; readonly to: AccountKey },
  amount: bigint,
  tracePath?: string,
): ValueMove {
  return {
    kind,
    asset: NATIVE_ASSET,
    from: ends.from,
    to: ends.to,
    amount,
    tokenId: undefined,
    logIndex: undefined,
    tracePath,
    flags: 0,
  };
}
