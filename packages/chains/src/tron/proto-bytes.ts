// Protocol Buffers wire format, as far as blocks of TRON need it (protobuf.dev, Encoding).

const VARINT = 0;
const BYTES = 2;

/** One field of a message: a number, or the bytes of a text, of bytes or of a message within. */
export interface ProtoField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

/** Fields of a message in the order they stand; undefined where the bytes are no message of numbers and bytes. */
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
  let value = 0n;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return { value, next: start + i + 1 };
  }
  return undefined;
}

function pushVarint(out: number[], value: bigint): void {
  let rest = value;
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  out.push(Number(rest));
}

/** Adds a number; zero is left out, as everywhere in version 3. */
export function pushNumber(out: number[], field: number, value: bigint): void {
  if (value === 0n) return;
  out.push(field * 8 + VARINT);
  pushVarint(out, BigInt.asUintN(64, value));
}

/** Adds bytes; none are left out unless `always`, as within a list. */
export function pushBytes(out: number[], field: number, bytes: Uint8Array | readonly number[], always = false): void {
  if (bytes.length === 0 && !always) return;
  out.push(field * 8 + BYTES);
  pushVarint(out, BigInt(bytes.length));
  for (const byte of bytes) out.push(byte);
}
