/** Bits of `ResolvedBlock.txFlags`; bit 1 says that the transaction has a witness. */
export const TX_COINBASE = 2;
/** The coinbase of this block can never be spent (genesis, overwritten BIP 30 duplicates). */
export const TX_UNSPENDABLE = 8;

/** Bits of `ResolvedBlock.inFlags`: what is known of an input. */
export const INPUT_OWNER = 1;
export const INPUT_VALUE = 2;
export const INPUT_SOURCE = 4;
export const INPUT_P2PK = 8;

/** Bytes of one owner row in `inOwner` and `outOwner`: form code, payload length, six zeros, payload padded with zeros. */
export const OWNER_ROW_BYTES = 40;

/**
 * A checked block with its inputs resolved, as columns: what a source and the block kernel hand to the facts store.
 * Offsets are bytes into `bytes`; hashes are in internal order.
 */
export interface ResolvedBlock {
  readonly height: number;
  readonly hash: Uint8Array;
  /** 80 bytes, or empty where the source carried no header. */
  readonly header: Uint8Array;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
  readonly isWhole: boolean;
  /** Of every transaction; a block joined of several sources may have them of some only (see `hasRawBytes`). */
  readonly hasRaw: boolean;
  readonly source: string;
  /** Bytes of the block; 0 where there is no raw block. */
  readonly size: number;
  /** Weight units (BIP 141); 0 where there is no raw block. */
  readonly weight: number;
  readonly bytes: Uint8Array;
  readonly txCount: number;
  /** Index in the block of each indexed transaction; undefined when they are 0, 1, 2 … */
  readonly txIndex: Uint32Array | undefined;
  readonly txOffset: Uint32Array;
  readonly txSize: Uint32Array;
  readonly txids: Uint8Array;
  readonly txFirstInput: Uint32Array;
  readonly txFirstOutput: Uint32Array;
  readonly txFlags: Uint8Array;
  /** Offset of the 36 byte outpoint of each input; zero where there are no raw bytes. */
  readonly inOutpoint: Uint32Array;
  readonly inVout: Uint32Array;
  readonly inFlags: Uint8Array;
  readonly inValue: BigUint64Array;
  readonly inPosition: Float64Array;
  readonly inOwner: Uint8Array;
  readonly outValue: BigUint64Array;
  readonly outType: Uint8Array;
  readonly outOwner: Uint8Array;
}

/** Whether the raw bytes of one transaction are there. */
export function hasRawBytes(block: Pick<ResolvedBlock, 'hasRaw' | 'txSize'>, tx: number): boolean {
  return block.hasRaw || (block.txSize[tx] ?? 0) > 0;
}
