import { decodeHex } from '@trailmark/core/hex';
import type { PlainTransaction } from './plain-ledger.ts';

/** A block as `getblock` prints it at verbosity 2, as far as it is read here. Values are coins. */
export interface NodeBlock {
  readonly hash: string;
  readonly height: number;
  readonly tx: readonly {
    readonly txid: string;
    readonly vin: readonly { readonly coinbase?: string; readonly txid?: string; readonly vout?: number }[];
    readonly vout: readonly { readonly value: number; readonly scriptPubKey: NodeScript }[];
  }[];
}

export interface NodeScript {
  readonly hex: string;
  readonly address?: string;
  /** Nodes before Bitcoin Core 22 name addresses in a list. */
  readonly addresses?: readonly string[];
}

/** Coins as the node prints them, eight digits after the point, in the smallest unit. */
function toUnits(coins: number): bigint {
  return BigInt(coins.toFixed(8).replace('.', ''));
}

/** The transactions of a node's block; inputs name what they spend and no more. */
export function readNodeBlock(block: NodeBlock): PlainTransaction[] {
  return block.tx.map((tx, index) => ({
    txid: tx.txid,
    block: block.hash,
    time: block.height,
    index,
    isCoinbase: tx.vin.some((input) => input.coinbase !== undefined),
    inputs: tx.vin.flatMap(({ txid, vout }) =>
      txid === undefined || vout === undefined ? [] : [{ txid, vout, spent: undefined }],
    ),
    outputs: tx.vout.map(({ value, scriptPubKey }) => ({ value: toUnits(value), script: decodeHex(scriptPubKey.hex) })),
  }));
}
