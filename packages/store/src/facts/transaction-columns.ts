import { hasRawBytes, INPUT_VALUE, type ResolvedBlock, TX_COINBASE } from '@trailmark/core/resolved-block';
import { ByteWriter, type NativeColumn } from './native-block.ts';
import { OwnerColumn } from './owner-column.ts';
import { transactionIdsTable, transactionsTable } from './tables.ts';

const TWO_32 = 0x1_0000_0000;

function byteView(values: ArrayBufferView, from: number, count: number, width: number): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset + from * width, count * width);
}

/** Sum of rows `from..to` of a 64 bit column given as words, kept as its low and high parts. */
function sumWords(
  values: Uint32Array,
  from: number,
  to: number,
  sum: { low: number; high: number },
  sign: 1 | -1,
): void {
  let low = 0;
  let high = 0;
  for (let i = from; i < to; i++) {
    low += values[i * 2] ?? 0;
    high += values[i * 2 + 1] ?? 0;
  }
  sum.low += sign * low;
  sum.high += sign * high;
}

function hasUnknownInput(block: ResolvedBlock, tx: number): boolean {
  for (let i = block.txFirstInput[tx] ?? 0; i < (block.txFirstInput[tx + 1] ?? 0); i++) {
    if (((block.inFlags[i] ?? 0) & INPUT_VALUE) === 0) return true;
  }
  return false;
}

/** Fees of all transactions of a block in units, -1n where an input value is not known. A coinbase pays none. */
export function blockFees(block: ResolvedBlock): bigint[] {
  const inValues = new Uint32Array(block.inValue.buffer, block.inValue.byteOffset, block.inValue.length * 2);
  const outValues = new Uint32Array(block.outValue.buffer, block.outValue.byteOffset, block.outValue.length * 2);
  const fees: bigint[] = [];
  for (let tx = 0; tx < block.txCount; tx++) {
    if ((block.txFlags[tx] ?? 0) & TX_COINBASE) {
      fees.push(0n);
    } else if (hasUnknownInput(block, tx)) {
      fees.push(-1n);
    } else {
      const sum = { low: 0, high: 0 };
      sumWords(inValues, block.txFirstInput[tx] ?? 0, block.txFirstInput[tx + 1] ?? 0, sum, 1);
      sumWords(outValues, block.txFirstOutput[tx] ?? 0, block.txFirstOutput[tx + 1] ?? 0, sum, -1);
      fees.push(BigInt(sum.high) * BigInt(TWO_32) + BigInt(sum.low));
    }
  }
  return fees;
}

/** Builds the `transactions` and `transaction_ids` columns of a batch. */
export class TransactionColumns {
  rows = 0;
  private readonly position = new ByteWriter(1 << 16);
  private readonly txid = new ByteWriter(1 << 18);
  private readonly raw = new ByteWriter(1 << 22);
  private readonly fee = new ByteWriter(1 << 16);
  private readonly flags = new ByteWriter(1 << 14);
  private readonly inEnd = new ByteWriter(1 << 16);
  private readonly outEnd = new ByteWriter(1 << 16);
  private readonly inFlags = new ByteWriter(1 << 16);
  private readonly inVout = new ByteWriter(1 << 18);
  private readonly inValue = new ByteWriter(1 << 18);
  private readonly inSource = new ByteWriter(1 << 18);
  private readonly inOwner = new OwnerColumn();
  private readonly outType = new ByteWriter(1 << 16);
  private readonly outValue = new ByteWriter(1 << 18);
  private readonly outOwner = new OwnerColumn();
  private readonly txidPrefix = new ByteWriter(1 << 16);
  private inputs = 0;
  private outputs = 0;

  addBlock(block: ResolvedBlock, positions: (tx: number) => number, fees: readonly bigint[]): void {
    for (let tx = 0; tx < block.txCount; tx++) this.addTransaction(block, tx, positions(tx), fees[tx] ?? -1n);
    const inputs = block.txFirstInput[block.txCount] ?? 0;
    const outputs = block.txFirstOutput[block.txCount] ?? 0;
    this.txid.writeBytes(block.txids.subarray(0, block.txCount * 32));
    this.inFlags.writeBytes(block.inFlags.subarray(0, inputs));
    this.inVout.writeBytes(byteView(block.inVout, 0, inputs, 4));
    this.inValue.writeBytes(byteView(block.inValue, 0, inputs, 8));
    this.writeSources(block, inputs);
    this.inOwner.append(block.inOwner, 0, inputs);
    this.outType.writeBytes(block.outType.subarray(0, outputs));
    this.outValue.writeBytes(byteView(block.outValue, 0, outputs, 8));
    this.outOwner.append(block.outOwner, 0, outputs);
    this.rows += block.txCount;
  }

  finish(): { transactions: NativeColumn[]; ids: NativeColumn[] } {
    const parts: Record<string, Uint8Array[]> = {
      position: [this.position.view()],
      txid: [this.txid.view()],
      raw: [this.raw.view()],
      fee: [this.fee.view()],
      flags: [this.flags.view()],
      in_flags: [this.inEnd.view(), this.inFlags.view()],
      in_vout: [this.inEnd.view(), this.inVout.view()],
      in_value: [this.inEnd.view(), this.inValue.view()],
      in_source: [this.inEnd.view(), this.inSource.view()],
      in_owner: [this.inEnd.view(), this.inOwner.bytes.view()],
      out_type: [this.outEnd.view(), this.outType.view()],
      out_value: [this.outEnd.view(), this.outValue.view()],
      out_owner: [this.outEnd.view(), this.outOwner.bytes.view()],
    };
    const ids: Record<string, Uint8Array[]> = {
      txid_prefix: [this.txidPrefix.view()],
      position: [this.position.view()],
    };
    return {
      transactions: transactionsTable.columns.map((column) => ({ ...column, parts: parts[column.name] ?? [] })),
      ids: transactionIdsTable.columns.map((column) => ({ ...column, parts: ids[column.name] ?? [] })),
    };
  }

  clear(): void {
    this.rows = this.inputs = this.outputs = 0;
    for (const writer of [
      this.position,
      this.txid,
      this.raw,
      this.fee,
      this.flags,
      this.inEnd,
      this.outEnd,
      this.inFlags,
      this.inVout,
      this.inValue,
      this.inSource,
      this.inOwner.bytes,
      this.outType,
      this.outValue,
      this.outOwner.bytes,
      this.txidPrefix,
    ]) {
      writer.clear();
    }
  }

  private addTransaction(block: ResolvedBlock, tx: number, position: number, fee: bigint): void {
    this.position.writeUint64(position);
    const hasRaw = hasRawBytes(block, tx);
    if (hasRaw) {
      const offset = block.txOffset[tx] ?? 0;
      this.raw.writeString(block.bytes.subarray(offset, offset + (block.txSize[tx] ?? 0)));
    } else {
      this.raw.writeByte(0);
    }
    const at = this.fee.reserve(8);
    this.fee.numbers.setBigInt64(at, fee, true);
    this.flags.writeByte((block.txFlags[tx] ?? 0) | (hasRaw ? 0x80 : 0));
    this.inputs += (block.txFirstInput[tx + 1] ?? 0) - (block.txFirstInput[tx] ?? 0);
    this.outputs += (block.txFirstOutput[tx + 1] ?? 0) - (block.txFirstOutput[tx] ?? 0);
    this.inEnd.writeUint64(this.inputs);
    this.outEnd.writeUint64(this.outputs);
    // The last eight bytes in internal order, read as a little-endian integer, are the first eight in display order.
    this.txidPrefix.writeBytes(block.txids.subarray(tx * 32 + 24, tx * 32 + 32));
  }

  private writeSources(block: ResolvedBlock, inputs: number): void {
    for (let i = 0; i < inputs; i++) this.inSource.writeUint64(Math.max(0, block.inPosition[i] ?? 0));
  }
}
