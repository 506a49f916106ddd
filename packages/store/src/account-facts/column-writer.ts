import { ByteWriter, type NativeColumn } from '../facts/native-block.ts';
import type { FactsTable } from '../facts/tables.ts';

const DIGIT = new Uint8Array(256).fill(0);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGIT[digit.charCodeAt(0)] = value;
  DIGIT[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Eight hex digits of a text as an unsigned 32-bit integer. */
function hexWord(text: string, at: number): number {
  let word = 0;
  for (let i = at; i < at + 8; i++) word = (word << 4) | (DIGIT[text.charCodeAt(i) & 0xff] as number);
  return word >>> 0;
}

function hexByte(text: string, at: number): number {
  return ((DIGIT[text.charCodeAt(at) & 0xff] as number) << 4) | (DIGIT[text.charCodeAt(at + 1) & 0xff] as number);
}

const TWO_32 = 0x1_0000_0000;
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const WORD = 0xffff_ffff_ffff_ffffn;

/** One column of a table while a batch is encoded, straight from hex texts and integers. */
export class ColumnWriter {
  private readonly bytes = new ByteWriter(1 << 12);
  /** What was written last as hex, and where. */
  private lastHex = '';
  private lastAt = 0;

  u8(value: number): void {
    this.bytes.writeByte(value);
  }

  u16(value: number): void {
    const at = this.bytes.reserve(2);
    this.bytes.numbers.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.bytes.reserve(4);
    this.bytes.numbers.setUint32(at, value, true);
  }

  u64(value: number): void {
    const at = this.bytes.reserve(8);
    this.bytes.numbers.setUint32(at, value >>> 0, true);
    this.bytes.numbers.setUint32(at + 4, (value / TWO_32) >>> 0, true);
  }

  u256(value: bigint): void {
    const at = this.bytes.reserve(32);
    const { numbers } = this.bytes;
    if (value <= EXACT) {
      // Most amounts are small, and arithmetic on big integers makes a new one at each step.
      const small = Number(value);
      numbers.setUint32(at, small >>> 0, true);
      numbers.setUint32(at + 4, (small / TWO_32) >>> 0, true);
      for (let offset = 8; offset < 32; offset += 8) numbers.setFloat64(at + offset, 0);
      return;
    }
    let rest = value;
    for (let offset = 0; offset < 32; offset += 8) {
      numbers.setBigUint64(at + offset, rest & WORD, true);
      rest = rest > WORD ? rest >> 64n : 0n;
    }
  }

  /** First eight bytes of an address or a hash as an integer. */
  prefix(hex: string): void {
    const at = this.bytes.reserve(8);
    this.bytes.numbers.setUint32(at, hexWord(hex, 8), true);
    this.bytes.numbers.setUint32(at + 4, hexWord(hex, 0), true);
  }

  /** Bytes from the digit on, without a length: a FixedString of whole 32-bit words. */
  fixed(hex: string, from = 0): void {
    const size = (hex.length - from) >> 1;
    const at = this.bytes.reserve(size);
    const { numbers } = this.bytes;
    for (let word = 0; word < size >> 2; word++) numbers.setUint32(at + word * 4, hexWord(hex, from + word * 8));
  }

  /** A String of the bytes that hex text represents. */
  hex(hex: string): void {
    const size = hex.length >> 1;
    if (size === 0) {
      this.bytes.writeByte(0);
      return;
    }
    this.bytes.writeVarint(size);
    const at = this.bytes.reserve(size);
    const { numbers, buffer } = this.bytes;
    if (hex === this.lastHex && this.lastAt + size <= at) {
      // Rows of one token, or of one sender, follow each other.
      buffer.copyWithin(at, this.lastAt, this.lastAt + size);
      this.lastAt = at;
      return;
    }
    this.lastHex = hex;
    this.lastAt = at;
    if (size > 128) {
      buffer.write(hex, at, size, 'hex');
      return;
    }
    const whole = size & ~3;
    for (let byte = 0; byte < whole; byte += 4) numbers.setUint32(at + byte, hexWord(hex, byte * 2));
    for (let byte = whole; byte < size; byte++) buffer[at + byte] = hexByte(hex, byte * 2);
  }

  /** A String of big-endian bytes, empty where there is no number. */
  optional(value: bigint | undefined): void {
    if (value === undefined) {
      this.bytes.writeByte(0);
      return;
    }
    const text = value.toString(16);
    this.hex(text.length % 2 === 0 ? text : `0${text}`);
  }

  text(text: string): void {
    if (text === '') this.bytes.writeByte(0);
    else this.bytes.writeString(Buffer.from(text, 'utf8'));
  }

  clear(): void {
    this.bytes.clear();
    this.lastHex = '';
  }

  view(): Uint8Array {
    return this.bytes.view();
  }
}

/** The columns of one table of a batch; rows are written by filling every column once. */
export class TableWriter<Name extends string = string> {
  readonly table: FactsTable;
  rows = 0;
  private readonly writers = new Map<string, ColumnWriter>();

  constructor(table: FactsTable) {
    this.table = table;
    for (const { name } of table.columns) this.writers.set(name, new ColumnWriter());
  }

  /** The writer of a column the table has. */
  column(name: Name): ColumnWriter {
    const writer = this.writers.get(name);
    if (!writer) throw new Error(`Table ${this.table.name} has no column ${name}.`);
    return writer;
  }

  clear(): void {
    this.rows = 0;
    for (const writer of this.writers.values()) writer.clear();
  }

  finish(): NativeColumn[] {
    return this.table.columns.map(({ name, type }) => ({ name, type, parts: [this.column(name as Name).view()] }));
  }
}
