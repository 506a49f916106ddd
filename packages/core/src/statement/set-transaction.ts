import type { ChainId } from '../chain.ts';
import type { AddressKey, AssetId, TransferKind } from '../ledger.ts';
import type { Position } from '../position.ts';
import type { ActionKind } from '../protocol-action.ts';

/** One payment between the set of a statement and others, or within the set. */
export interface SetPayment {
  readonly asset: AssetId;
  /** Smallest unit, never negative. */
  readonly amount: bigint;
  readonly kind: TransferKind;
  /** Of an NFT or multi-token. */
  readonly tokenId: bigint | undefined;
  /** Who paid, or whom the set paid: nobody for what is created or destroyed, several where payers cannot be distinguished. */
  readonly others: readonly AddressKey[];
  /** The address of the set that was paid or paid; undefined where several paid together. */
  readonly own: AddressKey | undefined;
}

/** A coin of a chain of outputs: which output it is, and how much it is worth. */
export interface SetCoin {
  /** Position of the transaction that made it; undefined where that is not indexed. */
  readonly source: Position | undefined;
  readonly vout: number;
  readonly amount: bigint;
}

/** What a known protocol did for an address of the set: an inference by a named rule. */
export interface SetAction {
  readonly kind: ActionKind;
  readonly protocol: string;
  readonly rule: string;
  /** The id that both sides of a bridge transfer carry, where there is one. */
  readonly message: string | undefined;
  /** The other network of a bridge, as the protocol names it. */
  readonly network: string | undefined;
}

/**
 * One transaction, or what one block pays itself, as the set of a statement sees it, on any chain. For each asset
 * `sum(ins) - sum(outs) - fee` is the exact change of the set, except where `isJoint`: there `net` alone is known.
 */
export interface SetTransaction {
  readonly chain: ChainId;
  readonly position: Position;
  /** Display order; undefined for what a block pays itself. */
  readonly txid: string | undefined;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly ins: readonly SetPayment[];
  readonly outs: readonly SetPayment[];
  /** Between addresses of the set, change included. */
  readonly within: readonly SetPayment[];
  /** What the set paid for the transaction; 0n where it paid nothing, undefined where that is not known. */
  readonly fee: { readonly asset: AssetId; readonly amount: bigint } | undefined;
  /** Exact change of the set by asset. */
  readonly net: ReadonlyMap<AssetId, bigint>;
  /** Others funded it together with the set, so that whose coins paid whom is not known. */
  readonly isJoint: boolean;
  /** `coinjoin` detectors named it. */
  readonly mix: string | undefined;
  /** An address of the set sent it or paid for it. */
  readonly isOwnCall: boolean;
  /** The call failed: it moved nothing and still cost its fee. */
  readonly isFailed: boolean;
  readonly actions: readonly SetAction[];
  /** Coins of the set that it spends, in the order of its inputs, and makes, in the order of its outputs. Empty on account chains. */
  readonly spent: readonly SetCoin[];
  readonly made: readonly SetCoin[];
  /** Outputs in order with whether the set owns them: what coins that were spent become. Empty on account chains. */
  readonly outputs: readonly { readonly amount: bigint; readonly isOwn: boolean }[];
  /** Receivers of the transaction's transfers, others included: many receive an airdrop. */
  readonly receiverCount: number;
  /** More moved in it than was read: its change is not known. */
  readonly isCut: boolean;
  /** Whoever else paid is not known in full: an input of others whose output is not indexed, or has no owner. */
  readonly hasUnknownPayer: boolean;
  /** A spend of the set whose funding is not indexed. */
  readonly hasUnknownInput: boolean;
}
