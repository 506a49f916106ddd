import { createHmac } from 'node:crypto';

const TAG = 16;

export interface FillGiven {
  /** Tags of 16 bytes, in order. */
  readonly real: Uint8Array;
  /** Key of the random ones. */
  readonly key: Uint8Array;
  /** Tags of the whole set. */
  readonly count: number;
}

/** Random tags in order. They are the same ones each time, so that two sets do not reveal them. */
function makePads(key: Uint8Array, count: number): Buffer {
  const pads = Buffer.alloc(count * TAG);
  for (let i = 0; i < count; i++)
    createHmac('sha256', key)
      .update(String(i))
      .digest()
      .copy(pads, i * TAG, 0, TAG);
  const heads = Float64Array.from({ length: count }, (_, i) => pads.readUIntBE(i * TAG, 6));
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => (heads[a] ?? 0) - (heads[b] ?? 0) || pads.compare(pads, b * TAG, (b + 1) * TAG, a * TAG, (a + 1) * TAG),
  );
  const sorted = Buffer.alloc(pads.length);
  order.forEach((from, to) => void pads.copy(sorted, to * TAG, from * TAG, (from + 1) * TAG));
  return sorted;
}

/** Words of tags as they are stored, four each: a tag moves as four numbers, many times faster than as bytes. */
const toWords = (bytes: Buffer): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/** A set filled up with random tags, in order: real ones and random ones cannot be distinguished. */
export function fillSet({ real: given, key, count }: FillGiven): Uint8Array {
  const real = Buffer.alloc(given.length);
  real.set(given);
  const pads = makePads(key, count - real.length / TAG);
  const set = Buffer.alloc(count * TAG);
  const [from, fill, into] = [toWords(real), toWords(pads), toWords(set)];
  const isBefore = (own: number, pad: number): boolean => {
    const [a, b] = [real.readUInt32BE(own * TAG), pads.readUInt32BE(pad * TAG)];
    return a === b ? real.compare(pads, pad * TAG, (pad + 1) * TAG, own * TAG, (own + 1) * TAG) <= 0 : a < b;
  };
  const [owns, fills] = [real.length / TAG, pads.length / TAG];
  let [own, pad] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isOwn = pad === fills || (own < owns && isBefore(own, pad));
    const [source, place] = isOwn ? [from, own++] : [fill, pad++];
    for (let word = 0; word < 4; word++) into[at * 4 + word] = source[place * 4 + word] ?? 0;
  }
  return set;
}
