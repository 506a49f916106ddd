/** SHA-256 for short messages: without the cost of a call into the crypto library and of a new buffer each time. */

const ROUNDS = new Int32Array(64);
const INITIAL = new Int32Array(8);

/** The constants are the fractions of square and cube roots of the first primes (FIPS 180-4). */
function fillConstants(): void {
  const fraction = (root: number): number => ((root - Math.floor(root)) * 4294967296) | 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) isPrime = false;
    if (!isPrime) continue;
    if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate));
    ROUNDS[found++] = fraction(Math.cbrt(candidate));
  }
}
fillConstants();

const words = new Int32Array(64);
const state = new Int32Array(8);
const block = Buffer.alloc(128);
const BLOCK_BYTES = 64;

function expand(bytes: Buffer, at: number): void {
  const w = words;
  for (let i = 0; i < 16; i++) {
    const p = at + i * 4;
    w[i] = (bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
}

function compress(bytes: Buffer, at: number): void {
  expand(bytes, at);
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

function writeState(target: Buffer, at: number): void {
  for (let i = 0; i < 8; i++) target.writeInt32BE(state[i]!, at + i * 4);
}

/** Hashes at most 119 bytes of `source` and writes the digest; source and target may be the same place. */
export function digestShort(source: Buffer, start: number, length: number, target: Buffer, at: number): void {
  const end = length < 56 ? BLOCK_BYTES : BLOCK_BYTES * 2;
  block.fill(0, length, end);
  source.copy(block, 0, start, start + length);
  block[length] = 0x80;
  block.writeUInt32BE(length * 8, end - 4);
  state.set(INITIAL);
  compress(block, 0);
  if (end > BLOCK_BYTES) compress(block, BLOCK_BYTES);
  writeState(target, at);
}
