import { OWNER_ROW_BYTES, type ResolvedBlock } from '@trailmark/core/resolved-block';

/** Columns of `transactions` that `rowBlock` reads, after the position and before the raw bytes. */
export const ROW_COLUMNS = `hex(txid), fee, flags, in_flags, in_vout, in_value, in_source, arrayMap(x -> hex(x), in_owner),
       out_type, out_value, arrayMap(x -> hex(x), out_owner)`;

function ownerRows(owners: readonly string[]): Uint8Array {
  const rows = new Uint8Array(owners.length * OWNER_ROW_BYTES);
  owners.forEach((hex, i) => {
    const bytes = Buffer.from(hex, 'hex');
    if (bytes.length === 0) return;
    rows[i * OWNER_ROW_BYTES] = bytes[0] ?? 0;
    rows[i * OWNER_ROW_BYTES + 1] = bytes.length - 1;
    rows.set(bytes.subarray(1), i * OWNER_ROW_BYTES + 8);
  });
  return rows;
}

/** One stored transaction as a block of one, the shape writers take: position, `ROW_COLUMNS`, raw bytes as hex. */
export function rowBlock(row: readonly unknown[]): ResolvedBlock {
  const [, txid, , flags, inFlags, inVout, inValue, inSource, inOwner, outType, outValue, outOwner, raw] = row;
  const numbers = (value: unknown): number[] => (value as unknown[]).map(Number);
  const empty = new Uint8Array(0);
  const bytes = new Uint8Array(Buffer.from(String(raw), 'hex'));
  return {
    height: 0,
    hash: empty,
    header: empty,
    time: 0,
    timeEstimated: false,
    heightEstimated: false,
    isWhole: true,
    hasRaw: (Number(flags) & 0x80) !== 0,
    source: '',
    size: 0,
    weight: 0,
    bytes,
    txCount: 1,
    txIndex: undefined,
    txOffset: new Uint32Array(1),
    txSize: Uint32Array.of(bytes.length),
    txids: new Uint8Array(Buffer.from(String(txid), 'hex')),
    txFirstInput: Uint32Array.of(0, (inFlags as unknown[]).length),
    txFirstOutput: Uint32Array.of(0, (outType as unknown[]).length),
    txFlags: Uint8Array.of(Number(flags) & 0x7f),
    inOutpoint: new Uint32Array((inFlags as unknown[]).length),
    inVout: Uint32Array.from(numbers(inVout)),
    inFlags: Uint8Array.from(numbers(inFlags)),
    inValue: BigUint64Array.from((inValue as string[]).map(BigInt)),
    inPosition: Float64Array.from(numbers(inSource)),
    inOwner: ownerRows(inOwner as string[]),
    outValue: BigUint64Array.from((outValue as string[]).map(BigInt)),
    outType: Uint8Array.from(numbers(outType)),
    outOwner: ownerRows(outOwner as string[]),
  };
}
