/** One part of DER (X.690): its tag, its bytes with head, and its content. */
export interface DerPart {
  readonly tag: number;
  readonly raw: Uint8Array;
  readonly body: Uint8Array;
}

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const OCTETS = 0x04;
/** What a bundle's certificates and stamps are written with: no part of them is longer. */
const MOST_LENGTH_BYTES = 3;

/** Parts one after the other. Throws `RangeError` for bytes that are no DER. */
export function readDer(bytes: Uint8Array): readonly DerPart[] {
  const parts: DerPart[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0x80] = bytes.subarray(at, at + 2);
    const width = first < 0x80 ? 0 : first - 0x80;
    if (first === 0x80 || width > MOST_LENGTH_BYTES || (tag & 31) === 31) throw new RangeError('This is no DER.');
    let length = width === 0 ? first : 0;
    for (let i = 0; i < width; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    const from = at + 2 + width;
    const to = from + length;
    if (to > bytes.length) throw new RangeError('DER ends too early.');
    parts.push({ tag, raw: bytes.subarray(at, to), body: bytes.subarray(from, to) });
    at = to;
  }
  return parts;
}

/** The part at a path of places from the outermost on. Throws `RangeError` where there is none. */
export function partAt(bytes: Uint8Array, ...places: readonly number[]): DerPart {
  let part: DerPart | undefined;
  for (const place of places) part = readDer(part ? part.body : bytes)[place];
  if (!part) throw new RangeError('A part of DER is missing.');
  return part;
}

/** `20261120140500Z` and `261120140500Z` as seconds since 1970. Throws `RangeError`. */
export function readDerTime({ tag, body }: DerPart): number {
  const text = String.fromCharCode(...body);
  const full = tag === 0x17 ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{1,9})?Z$/.exec(full);
  if (!found) throw new RangeError('This is no time.');
  const [, year, month, day, hour, minute, second] = found;
  const seconds = Math.floor(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000);
  if (Number.isNaN(seconds)) throw new RangeError('This is no time.');
  return seconds;
}
