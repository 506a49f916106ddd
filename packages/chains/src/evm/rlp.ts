import { bytesOfDigits } from './hex-bytes.ts';

/** Bytes or a list of items: what Recursive Length Prefix (yellow paper, appendix B) writes. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Bytes of the prefix before `length` bytes. */
function prefixLength(length: number): number {
  let bytes = 1;
  if (length >= 56) for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes += 1;
  return bytes;
}

function writePrefix(length: number, short: number, into: Uint8Array, at: number): number {
  const size = prefixLength(length);
  into[at] = size === 1 ? short + length : short + 54 + size;
  let rest = length;
  for (let i = size - 1; i > 0; i--, rest = Math.floor(rest / 256)) into[at + i] = rest & 255;
  return at + size;
}

function encodedLength(item: RlpItem): number {
  if (item instanceof Uint8Array) {
    if (item.length === 1 && (item[0] as number) < 0x80) return 1;
    return item.length + prefixLength(item.length);
  }
  const length = contentLength(item);
  return length + prefixLength(length);
}

function contentLength(items: readonly RlpItem[]): number {
  let length = 0;
  for (const item of items) length += encodedLength(item);
  return length;
}

function write(item: RlpItem, into: Uint8Array, start: number): number {
  let at = start;
  if (item instanceof Uint8Array) {
    if (item.length !== 1 || (item[0] as number) >= 0x80) at = writePrefix(item.length, 0x80, into, at);
    into.set(item, at);
    return at + item.length;
  }
  at = writePrefix(contentLength(item), 0xc0, into, at);
  for (const part of item) at = write(part, into, at);
  return at;
}

/** The one encoding of an item. */
export function encodeRlp(item: RlpItem): Uint8Array {
  const bytes = new Uint8Array(encodedLength(item));
  write(item, bytes, 0);
  return bytes;
}

/** A number as RLP wants it: big-endian bytes without leading zeros, nothing for 0. */
export function rlpNumber(value: bigint | number): Uint8Array {
  const digits = value.toString(16);
  if (digits === '0') return new Uint8Array(0);
  return bytesOfDigits(digits.length % 2 === 0 ? digits : `0${digits}`);
}

/** Length of a head at `at`, where its content begins and what it is. Throws `RangeError` for bytes that are no RLP. */
function readHead(
  bytes: Uint8Array,
  at: number,
): { readonly from: number; readonly to: number; readonly isList: boolean } {
  const first = bytes[at];
  if (first === undefined) throw new RangeError('RLP ends too early.');
  if (first < 0x80) return { from: at, to: at + 1, isList: false };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const width = Math.max(0, short - 55);
  let length = short;
  if (width > 0) {
    length = 0;
    for (let i = 1; i <= width; i++) length = length * 256 + (bytes[at + i] ?? Number.NaN);
  }
  const from = at + 1 + width;
  if (!(from + length <= bytes.length)) throw new RangeError('RLP ends too early.');
  return { from, to: from + length, isList };
}

function decodeAt(bytes: Uint8Array, at: number, depth: number): { readonly item: RlpItem; readonly to: number } {
  if (depth > 20) throw new RangeError('RLP is nested too deep.');
  const { from, to, isList } = readHead(bytes, at);
  if (!isList) return { item: bytes.subarray(from, to), to };
  const items: RlpItem[] = [];
  for (let next = from; next < to; ) {
    const part = decodeAt(bytes, next, depth + 1);
    if (part.to > to) throw new RangeError('RLP ends too early.');
    items.push(part.item);
    next = part.to;
  }
  return { item: items, to };
}

/** The item that bytes encode. Throws `RangeError` for bytes that are not the one encoding of an item. */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const { item, to } = decodeAt(bytes, 0, 0);
  const again = encodeRlp(item);
  if (to !== bytes.length || again.some((byte, i) => byte !== bytes[i])) throw new RangeError('This is no RLP.');
  return item;
}
