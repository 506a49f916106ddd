import { AppError } from '@trailmark/core/errors';

/** Word `at / 4` of bytes that are followed by zeros and, in the last byte of the last eight, by their length. */
function word(bytes: Uint8Array, at: number, last: number): number {
  const length = bytes.length;
  if (at + 4 <= length) {
    return (
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    );
  }
  let value = at === last + 4 ? (length & 0xff) << 24 : 0;
  for (let i = at; i < length; i++) value |= (bytes[i] as number) << (8 * (i - at));
  return value;
}

/**
 * Rounds of SipHash over the four words of the state, each as its low and its high half. In halves of 32 bits and in one function: BigInt
 * takes some ten times as long, and 50,000 scripts are hashed for each block. The whole part of a sum over 2^32 is its carry.
 */
function turn(v: Int32Array, rounds: number): void {
  let [l0, h0, l1, h1] = [v[0] as number, v[1] as number, v[2] as number, v[3] as number];
  let [l2, h2, l3, h3] = [v[4] as number, v[5] as number, v[6] as number, v[7] as number];
  for (let i = 0; i < rounds; i++) {
    let sum = (l0 >>> 0) + (l1 >>> 0);
    h0 = (h0 + h1 + Math.floor(sum / 2 ** 32)) | 0;
    l0 = sum | 0;
    let old = l1;
    l1 = ((l1 << 13) | (h1 >>> 19)) ^ l0;
    h1 = ((h1 << 13) | (old >>> 19)) ^ h0;
    sum = (l2 >>> 0) + (l3 >>> 0);
    h2 = (h2 + h3 + Math.floor(sum / 2 ** 32)) | 0;
    l2 = sum | 0;
    old = l3;
    l3 = ((l3 << 16) | (h3 >>> 16)) ^ l2;
    h3 = ((h3 << 16) | (old >>> 16)) ^ h2;
    // The first word is rotated by 32 bits before this sum: its halves change places.
    sum = (h0 >>> 0) + (l3 >>> 0);
    h0 = (l0 + h3 + Math.floor(sum / 2 ** 32)) | 0;
    l0 = sum | 0;
    old = l3;
    l3 = ((l3 << 21) | (h3 >>> 11)) ^ l0;
    h3 = ((h3 << 21) | (old >>> 11)) ^ h0;
    sum = (l2 >>> 0) + (l1 >>> 0);
    h2 = (h2 + h1 + Math.floor(sum / 2 ** 32)) | 0;
    l2 = sum | 0;
    old = l1;
    l1 = ((l1 << 17) | (h1 >>> 15)) ^ l2;
    h1 = ((h1 << 17) | (old >>> 15)) ^ h2;
    [l2, h2] = [h2, l2];
  }
  [v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]] = [l0, h0, l1, h1, l2, h2, l3, h3];
}

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012) under a key of 16 bytes: the 64 bit hash of any bytes as an unsigned integer. The key is
 * taken apart once, because a filter asks for the hashes of many scripts under one. Throws `internal` for a key of another length.
 */
export function createSipHash(key: Uint8Array): (bytes: Uint8Array) => bigint {
  if (key.length !== 16) throw new AppError('internal', `A SipHash key has 16 bytes, not ${key.length}.`);
  const words = new DataView(key.buffer, key.byteOffset, 16);
  const [k0, k1, k2, k3] = [0, 4, 8, 12].map((at) => words.getInt32(at, true)) as [number, number, number, number];
  // The constants are those of the paper.
  const start = Int32Array.of(
    ...[k0 ^ 0x70736575, k1 ^ 0x736f6d65, k2 ^ 0x6e646f6d, k3 ^ 0x646f7261],
    ...[k0 ^ 0x6e657261, k1 ^ 0x6c796765, k2 ^ 0x79746573, k3 ^ 0x74656462],
  );
  const v = new Int32Array(8);
  const at = (i: number): number => v[i] as number;
  return (bytes) => {
    v.set(start);
    const last = bytes.length & ~7;
    for (let from = 0; from <= last; from += 8) {
      const [low, high] = [word(bytes, from, last), word(bytes, from + 4, last)];
      v[6] = at(6) ^ low;
      v[7] = at(7) ^ high;
      turn(v, 2);
      v[0] = at(0) ^ low;
      v[1] = at(1) ^ high;
    }
    v[4] = at(4) ^ 0xff;
    turn(v, 4);
    const high = (at(1) ^ at(3) ^ at(5) ^ at(7)) >>> 0;
    return (BigInt(high) << 32n) | BigInt((at(0) ^ at(2) ^ at(4) ^ at(6)) >>> 0);
  };
}
