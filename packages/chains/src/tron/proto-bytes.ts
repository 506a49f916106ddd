// Protocol Buffers wire format, as far as blocks of TRON need it (protobuf.dev, Encoding).

const VARINT = 0;
const BYTES = 2;

/** One field of a message: a number, or the bytes of a text, of bytes or of a message within. */
export interface ProtoField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

/** Fields of a message in the order of the bytes; undefined where the bytes are no message of numbers and bytes. */
export function readProto(bytes: Uint8Array): ProtoField[] | undefined {
  const fields: ProtoField[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    if (!tag) return undefined;
    const number = Number(tag.value >> 3n);
    const wire = Number(tag.value & 7n);
    const value = readVarint(bytes, tag.next);
    if (!value || (wire !== VARINT && wire !== BYTES)) return undefined;
    at = value.next;
    if (wire === VARINT) {
      fields.push({ number, value: value.value });
      continue;
    }
    const end = at + Number(value.value);
    if (end > bytes.length) return undefined;
    fields.push({ number, value: bytes.subarray(at, end) });
    at = end;
  }
  return fields;
}

/** The last field of a number, which is the one that counts. */
export function lastField(fields: readonly ProtoField[] | undefined, number: number): bigint | Uint8Array | undefined {
  return fields?.findLast((field) => field.number === number)?.value;
}

function readVarint(bytes: Uint8Array, start: number): { value: bigint; next: number } | undefined {
  const first = bytes[start];
  // Tags and lengths are nearly always one byte.
  if (first !== undefined && first < 128) return { value: BigInt(first), next: start + 1 };
  let value = 0n;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return { value, next: start + i + 1 };
  }
  return undefined;
}

/** Writes a message field by field, in the order of the calls. */
export class ProtoWriter {
  private buffer = new Uint8Array(256);
  private length = 0;

  /** Adds a number; zero is left out, as everywhere in version 3. */
  number(field: number, value: bigint): this {
    if (value === 0n) return this;
    this.varint(field * 8 + VARINT);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) this.byte(Number(rest & 127n) | 128);
    return this.byte(Number(rest));
  }

  /** Adds bytes; none are left out unless `always`, as within a list. */
  bytes(field: number, bytes: Uint8Array, always = false): this {
    if (bytes.length === 0 && !always) return this;
    this.varint(field * 8 + BYTES);
    this.varint(bytes.length);
    this.grow(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** What was written so far. */
  finish(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.byte((rest & 127) | 128);
    this.byte(rest);
  }

  private byte(value: number): this {
    this.grow(1);
    this.buffer[this.length++] = value;
    return this;
  }

  private grow(by: number): void {
    if (this.length + by <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + by));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}
