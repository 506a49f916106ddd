import type { AssetKey } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { ActionCounterpart } from '@trailmark/core/protocol-action';

/** A payment into or out of a bridge, as one ledger shows it. */
export interface BridgeEvent {
  readonly kind: 'bridge-out' | 'bridge-in';
  readonly chain: ChainId;
  readonly rule: string;
  readonly protocol: string;
  readonly counterpart: ActionCounterpart;
  /** Lower case, without 0x. */
  readonly txid: string;
  /** The payment of it; undefined where no single one has its amount. */
  readonly ref: string | undefined;
  /** Who paid in, or was paid out, as the chain spells it. */
  readonly address: string | null;
  readonly asset: AssetKey;
  readonly amount: bigint;
  /** What the payment moved, of which `amount` went over the bridge in this message. */
  readonly paid: bigint;
  readonly height: number;
  readonly time: number;
}

/** An id or hash as both sides can be compared by. */
export function normaliseMessage(message: string): string {
  return message.trim().toLowerCase().replace(/^0x/, '');
}
