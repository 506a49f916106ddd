import { AppError } from '@trailmark/core/errors';

/** Reads consensus-encoded bytes front to back. Every failure is `invalid` and names the byte offset. */
export class ByteReader {
  readonly bytes: Uint8Array;
  #at: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, start = 0) {
    // A Node Buffer's slice() shares memory, and hashes are reversed in place: read through a plain view.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.#at;
  }

  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  fail(reason: string, offset: number = this.#at): never {
    throw new AppError('invalid', `Malformed at byte ${offset}: ${reason}.`, { context: { offset } });
  }

  /** Moves on by a number of bytes and answers where they start. */
  skip(length: number): number {
    if (length > this.remaining) this.fail(`${length} bytes are expected, ${this.remaining} are left`);
    const start = this.#at;
    this.#at += length;
    return start;
  }

  peek(ahead: number): number | undefined {
    return this.bytes[this.#at + ahead];
  }

  byte(): number {
    return this.#view.getUint8(this.skip(1));
  }

  int32(): number {
    return this.#view.getInt32(this.skip(4), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  uint64(): bigint {
    return this.#view.getBigUint64(this.skip(8), true);
  }

  /** A copy, so that it outlives the buffer it was read from. */
  take(length: number): Uint8Array {
    const start = this.skip(length);
    return this.bytes.slice(start, start + length);
  }

  #wideSize(first: number): bigint {
    if (first === 0xfd) return BigInt(this.#view.getUint16(this.skip(2), true));
    return first === 0xfe ? BigInt(this.uint32()) : this.uint64();
  }

  /** Compact size integer in its shortest form. */
  compactSize(): bigint {
    const start = this.#at;
    const first = this.byte();
    if (first < 0xfd) return BigInt(first);
    const value = this.#wideSize(first);
    const least = first === 0xfd ? 0xfdn : first === 0xfe ? 0x1_0000n : 0x1_0000_0000n;
    return value < least ? this.fail('a compact size is not in its shortest form', start) : value;
  }

  /** A compact size that counts things of at least `each` bytes, all of which must still follow. */
  count(each: number): number {
    const start = this.#at;
    const value = this.compactSize();
    if (value * BigInt(each) > BigInt(this.remaining)) this.fail(`${value} items cannot fit in the rest`, start);
    return Number(value);
  }

  /** Bytes after their compact size. */
  sized(): Uint8Array {
    return this.take(this.count(1));
  }
}

/** Collects consensus-encoded bytes. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = [];

  bytes(part: Uint8Array): this {
    this.#parts.push(part);
    return this;
  }

  #fixed(length: number, write: (view: DataView) => void): this {
    const part = new Uint8Array(length);
    write(new DataView(part.buffer));
    return this.bytes(part);
  }

  byte(value: number): this {
    return this.bytes(Uint8Array.of(value));
  }

  int32(value: number): this {
    return this.#fixed(4, (view) => view.setInt32(0, value, true));
  }

  uint32(value: number): this {
    return this.#fixed(4, (view) => view.setUint32(0, value, true));
  }

  uint64(value: bigint): this {
    return this.#fixed(8, (view) => view.setBigUint64(0, value, true));
  }

  compactSize(value: bigint | number): this {
    const size = BigInt(value);
    if (size < 0xfdn) return this.byte(Number(size));
    if (size < 0x1_0000n) return this.byte(0xfd).#fixed(2, (view) => view.setUint16(0, Number(size), true));
    return size < 0x1_0000_0000n ? this.byte(0xfe).uint32(Number(size)) : this.byte(0xff).uint64(size);
  }

  sized(part: Uint8Array): this {
    return this.compactSize(part.length).bytes(part);
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.#parts.reduce((total, part) => total + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}
