/**
 * ClickHouse's Native format, written column by column from typed arrays: the fastest way into a MergeTree.
 * One block is: column count, row count, then per column its name, its type and its values.
 */

/** A growable byte buffer that keeps its memory between uses. */
export class ByteWriter {
  private bytes: Buffer;
  private data: DataView;
  private used = 0;
  constructor(capacity = 1 << 16) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.data = new DataView(this.bytes.buffer);
  }
  get length(): number {
    return this.used;
  }
  clear(): void {
    this.used = 0;
  }
  /** The bytes written so far, as a view that the next write may overwrite. */
  view(): Buffer {
    return this.bytes.subarray(0, this.used);
  }
  /** Makes room for `size` bytes and returns the offset where they start. */
  reserve(size: number): number {
    const start = this.used;
    if (start + size > this.bytes.length) this.grow(start + size);
    this.used = start + size;
    return start;
  }
  /** Gives back what was reserved beyond `length`. */
  truncate(length: number): void {
    this.used = length;
  }
  get buffer(): Buffer {
    return this.bytes;
  }
  /** The same memory for reading and writing numbers; offsets are those of `reserve`. */
  get numbers(): DataView {
    return this.data;
  }
  /** A non-negative integer below 2^53 in eight bytes. */
  writeUint64(value: number): void {
    const at = this.reserve(8);
    this.data.setUint32(at, value >>> 0, true);
    this.data.setUint32(at + 4, (value / 0x1_0000_0000) >>> 0, true);
  }
  writeByte(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
  }
  writeVarint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.writeByte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.writeByte(rest);
  }
  writeBytes(source: Uint8Array): void {
    const at = this.reserve(source.length);
    this.bytes.set(source, at);
  }
  /** Varint length, then the bytes: ClickHouse's String. */
  writeString(source: Uint8Array): void {
    this.writeVarint(source.length);
    this.writeBytes(source);
  }
  private grow(least: number): void {
    const next = Buffer.allocUnsafeSlow(Math.max(least, this.bytes.length * 2));
    this.bytes.copy(next, 0, 0, this.used);
    this.bytes = next;
    this.data = new DataView(next.buffer);
  }
}

export interface NativeColumn {
  readonly name: string;
  /** The ClickHouse type as the table declares it. */
  readonly type: string;
  /** The column's values in Native encoding, in as many pieces as convenient. */
  readonly parts: readonly Uint8Array[];
}

/** The pieces of one Native block, ready to be written to a file or a request body in order. */
export function encodeNativeBlock(rows: number, columns: readonly NativeColumn[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const head = new ByteWriter(256);
  head.writeVarint(columns.length);
  head.writeVarint(rows);
  pieces.push(head.view());
  for (const column of columns) {
    const label = new ByteWriter(64);
    label.writeString(Buffer.from(column.name));
    label.writeString(Buffer.from(column.type));
    pieces.push(label.view(), ...column.parts);
  }
  return pieces;
}
