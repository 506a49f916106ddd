import type { AccountKey } from '@trailmark/core/account-block';
import type { AssetKey } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';

/** One payment between an account and what it paid, or was paid by. */
export interface BridgePayment {
  readonly kind: 'bridge-out' | 'bridge-in';
  /** The account whose payment it is. */
  readonly near: AccountKey;
  /** The contract at its other end; empty for nobody. */
  readonly far: AccountKey;
  readonly asset: AssetKey;
}

const BY_CERTAINTY = ['proven', 'stated', 'likely'];

function rank({ counterpart }: ProtocolAction): number {
  const place = counterpart ? BY_CERTAINTY.indexOf(counterpart.certainty) : -1;
  return place < 0 ? BY_CERTAINTY.length : place;
}

/** The most certain one, the first of equals. */
function best(actions: readonly ProtocolAction[]): ProtocolAction | undefined {
  return actions.reduce<ProtocolAction | undefined>(
    (most, action) => (most === undefined || rank(action) < rank(most) ? action : most),
    undefined,
  );
}

/**
 * What a bridge states about a payment in its transaction. First what it states about the account itself, then about the contract the account
 * paid, or was paid by, in the same asset: routers hand on what they are given. A router that names a bridge of this asset without
 * moving anything counts last, and gives way to the bridge's own message where exactly one of that asset was logged.
 */
export function chooseBridge(
  actions: readonly ProtocolAction[],
  { kind, near, far, asset }: BridgePayment,
): ProtocolAction | undefined {
  const bridging = actions.filter((action) => action.kind === kind);
  const moved = bridging.filter(({ given, got }) =>
    (kind === 'bridge-out' ? given : got).some((amount) => amount.asset === asset),
  );
  const own = best(moved.filter(({ account }) => account === near));
  if (own) return own;
  const handedOn = far === '' ? [] : moved.filter(({ account }) => account === far);
  if (handedOn.length === 1) return handedOn[0];
  const named = best(
    bridging.filter(({ account, about }) => account === near && about.some((amount) => amount.asset === asset)),
  );
  return named && moved.length === 1 ? moved[0] : named;
}
