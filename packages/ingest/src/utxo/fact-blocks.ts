import { AppError } from '@trailmark/core/errors';
import { internalHash } from '@trailmark/core/hex';
import { toPosition } from '@trailmark/core/position';
import {
  INPUT_OWNER,
  INPUT_SOURCE,
  INPUT_VALUE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_COINBASE,
} from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type { FactBlock, FactTransaction } from '../source.ts';

function setOwner(rows: Uint8Array, row: number, owner: Uint8Array | undefined): void {
  if (!owner || owner.length < 2) return;
  rows[row * OWNER_ROW_BYTES] = owner[0] ?? 0;
  rows[row * OWNER_ROW_BYTES + 1] = owner.length - 1;
  rows.set(owner.subarray(1), row * OWNER_ROW_BYTES + 8);
}

function countRows(transactions: readonly FactTransaction[]): { inputs: number; outputs: number } {
  let inputs = 0;
  let outputs = 0;
  for (const tx of transactions) {
    // Every transaction has an input; a coinbase's is not listed by fact tables.
    inputs += Math.max(1, tx.inputs.length);
    outputs += tx.outputs.length;
  }
  return { inputs, outputs };
}

/**
 * Turns blocks of a fact table into the columns of the store. Remembers where each transaction of the table is, so that
 * later ones find what they spend.
 */
export class FactBlockConverter {
  private readonly positions = new Map<string, number>();
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  convert(block: FactBlock): ResolvedBlock {
    const { transactions } = block;
    const { inputs, outputs } = countRows(transactions);
    const count = transactions.length;
    const resolved = {
      height: block.height,
      hash: internalHash(block.hash),
      header: new Uint8Array(0),
      time: block.time,
      timeEstimated: block.timeEstimated,
      heightEstimated: block.heightEstimated,
      isWhole: block.isWhole,
      hasRaw: false,
      source: this.source,
      size: 0,
      weight: 0,
      bytes: new Uint8Array(0),
      txCount: count,
      txIndex: Uint32Array.from(transactions, (tx) => tx.index),
      txOffset: new Uint32Array(count),
      txSize: new Uint32Array(count),
      txids: new Uint8Array(count * 32),
      txFirstInput: new Uint32Array(count + 1),
      txFirstOutput: new Uint32Array(count + 1),
      txFlags: Uint8Array.from(transactions, (tx) => (tx.isCoinbase ? TX_COINBASE : 0)),
      inOutpoint: new Uint32Array(inputs),
      inVout: new Uint32Array(inputs),
      inFlags: new Uint8Array(inputs),
      inValue: new BigUint64Array(inputs),
      inPosition: new Float64Array(inputs),
      inOwner: new Uint8Array(inputs * OWNER_ROW_BYTES),
      outValue: new BigUint64Array(outputs),
      outType: new Uint8Array(outputs),
      outOwner: new Uint8Array(outputs * OWNER_ROW_BYTES),
    };
    for (const [i, tx] of transactions.entries()) this.fill(resolved, tx, i);
    return resolved;
  }

  private fill(block: ResolvedBlock, tx: FactTransaction, i: number): void {
    block.txids.set(internalHash(tx.txid), i * 32);
    const firstInput = block.txFirstInput[i] ?? 0;
    const firstOutput = block.txFirstOutput[i] ?? 0;
    tx.inputs.forEach((input, k) => {
      const at = firstInput + k;
      const source = input.prevTxid === undefined ? undefined : this.positions.get(input.prevTxid);
      block.inVout[at] = input.prevVout;
      block.inValue[at] = input.value ?? 0n;
      block.inPosition[at] = source ?? 0;
      block.inFlags[at] =
        (input.owner ? INPUT_OWNER : 0) |
        (input.value === undefined ? 0 : INPUT_VALUE) |
        (source === undefined ? 0 : INPUT_SOURCE);
      setOwner(block.inOwner, at, input.owner);
    });
    tx.outputs.forEach((output, k) => {
      if (output.vout !== k)
        throw new AppError('inconsistent', `Output ${output.vout} of ${tx.txid} is out of place in its fact table.`);
      const at = firstOutput + k;
      block.outValue[at] = output.value;
      block.outType[at] = SCRIPT_CODE[output.type];
      setOwner(block.outOwner, at, output.owner);
    });
    block.txFirstInput[i + 1] = firstInput + Math.max(1, tx.inputs.length);
    block.txFirstOutput[i + 1] = firstOutput + tx.outputs.length;
    this.positions.set(tx.txid, toPosition(block.height, tx.index));
  }
}
