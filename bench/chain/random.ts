import { createCipheriv } from 'node:crypto';

/** Deterministic randomness: numbers for decisions, a key stream for bytes that only have to look random. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, limit). */
  below(limit: number): number;
  /** Overwrites `length` bytes of `target` from `at`; returns the end. At most 64 KiB. */
  fill(target: Buffer, at: number, length: number): number;
}

const STREAM_BYTES = 1 << 20;

/** The sfc32 generator (Chris Doty-Humphrey, public domain). */
function createNumbers(seed: number): () => number {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88 ^ Math.imul(seed, 0x85ebca6b);
  let c = 0xb7e15162;
  let counter = 1;
  const step = (): number => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let i = 0; i < 20; i++) step();
  return step;
}

export function createRandom(seed: number): Random {
  const step = createNumbers(seed);
  const key = Buffer.alloc(16);
  key.writeUInt32LE(seed >>> 0, 0);
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(STREAM_BYTES);
  let stream = cipher.update(zeros);
  let position = 0;
  return {
    next: () => step() / 4294967296,
    below: (limit) => Math.floor((step() / 4294967296) * limit),
    fill(target, at, length) {
      if (position + length > STREAM_BYTES) {
        stream = cipher.update(zeros);
        position = 0;
      }
      stream.copy(target, at, position, position + length);
      position += length;
      return at + length;
    },
  };
}

/** The last step of MurmurHash3: a bijection on 32 bit words that spreads every bit. */
export function mix32(word: number): number {
  let value = word | 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
