import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { type BlockKernel, createBlockKernel } from '@trailmark/chains/utxo/kernel';
import { internalHash } from '@trailmark/core/hex';
import { OWNER_ROW_BYTES, type ResolvedBlock } from '@trailmark/core/resolved-block';

const HEADER_BYTES = 80;

/** How a block is reported; the columns come from its transactions. */
export type BlockHead = Pick<
  ResolvedBlock,
  'height' | 'header' | 'time' | 'timeEstimated' | 'heightEstimated' | 'isWhole' | 'source' | 'size' | 'weight'
> & {
  /** Display order. */
  readonly blockHash: string;
};

/** A transaction as a block of one, at its index in the block it is of. */
export interface Part {
  readonly index: number;
  readonly block: ResolvedBlock;
}

let kernel: BlockKernel | undefined;

/** The columns of one raw transaction, as a block of one without a header; nothing is known of its inputs. */
export function parseRawTransaction(chain: UtxoChain, raw: Uint8Array): ResolvedBlock {
  kernel ??= createBlockKernel();
  const bytes = new Uint8Array(HEADER_BYTES + 1 + raw.length);
  bytes[HEADER_BYTES] = 1;
  bytes.set(raw, HEADER_BYTES + 1);
  const columns = kernel.parse(bytes, { mweb: chain.mweb, p2sh32: chain.p2sh32 });
  const { inputCount: inputs } = columns;
  const outpoints = columns.inOutpoint.map((at) => at - HEADER_BYTES - 1);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  return {
    height: 0,
    hash: new Uint8Array(32),
    header: new Uint8Array(0),
    time: 0,
    timeEstimated: false,
    heightEstimated: false,
    isWhole: false,
    hasRaw: true,
    source: '',
    size: 0,
    weight: 0,
    bytes: raw,
    txCount: 1,
    txIndex: undefined,
    txOffset: new Uint32Array(1),
    txSize: Uint32Array.of(raw.length),
    txids: columns.txids.slice(),
    txFirstInput: columns.txFirstInput.slice(),
    txFirstOutput: columns.txFirstOutput.slice(),
    txFlags: columns.txFlags.slice(),
    inOutpoint: outpoints,
    inVout: Uint32Array.from(outpoints, (at) => view.getUint32(at + 32, true)),
    inFlags: new Uint8Array(inputs),
    inValue: new BigUint64Array(inputs),
    inPosition: new Float64Array(inputs),
    inOwner: new Uint8Array(inputs * OWNER_ROW_BYTES),
    outValue: columns.outValue.slice(),
    outType: columns.outType.slice(),
    outOwner: columns.outOwner.slice(),
  };
}

function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Where each part begins, and behind them where the last one ends. */
function ends(lengths: readonly number[]): Uint32Array {
  const all = new Uint32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) all[i + 1] = (all[i] ?? 0) + length;
  return all;
}

/** Parts with ascending indexes as one block. */
export function joinTransactions(head: BlockHead, parts: readonly Part[]): ResolvedBlock {
  const { blockHash, ...rest } = head;
  const blocks = parts.map(({ block }) => block);
  const offsets = ends(blocks.map(({ bytes }) => bytes.length));
  const numbers = (read: (block: ResolvedBlock) => Uint32Array): Uint32Array =>
    Uint32Array.from(blocks.flatMap((block) => [...read(block)]));
  return {
    ...rest,
    hash: internalHash(blockHash),
    hasRaw: blocks.every(({ bytes }) => bytes.length > 0),
    bytes: concatBytes(blocks.map(({ bytes }) => bytes)),
    txCount: parts.length,
    txIndex: Uint32Array.from(parts, ({ index }) => index),
    txOffset: offsets.subarray(0, parts.length),
    txSize: Uint32Array.from(blocks, ({ bytes }) => bytes.length),
    txids: concatBytes(blocks.map(({ txids }) => txids)),
    txFirstInput: ends(blocks.map(({ inFlags }) => inFlags.length)),
    txFirstOutput: ends(blocks.map(({ outType }) => outType.length)),
    txFlags: Uint8Array.from(blocks, ({ txFlags }) => txFlags[0] ?? 0),
    inOutpoint: Uint32Array.from(
      blocks.flatMap((block, i) => [...block.inOutpoint].map((at) => at + (offsets[i] ?? 0))),
    ),
    inVout: numbers(({ inVout }) => inVout),
    inFlags: concatBytes(blocks.map(({ inFlags }) => inFlags)),
    inValue: BigUint64Array.from(blocks.flatMap(({ inValue }) => [...inValue])),
    inPosition: Float64Array.from(blocks.flatMap(({ inPosition }) => [...inPosition])),
    inOwner: concatBytes(blocks.map(({ inOwner }) => inOwner)),
    outValue: BigUint64Array.from(blocks.flatMap(({ outValue }) => [...outValue])),
    outType: concatBytes(blocks.map(({ outType }) => outType)),
    outOwner: concatBytes(blocks.map(({ outOwner }) => outOwner)),
  };
}
