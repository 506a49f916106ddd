/** Constants of SHA-256 (FIPS 180-4): one per round, and the first state. */
const ROUNDS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
/** A message of so many bytes fits into one block with its end mark and length. */
export const LONGEST_SHORT = 55;
const [A = 0, B = 0, C = 0, D = 0, E = 0, F = 0, G = 0, H = 0] = START;
const words = new Int32Array(64);
const state = new Int32Array(8);

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Makes the further words of the block in the first sixteen. */
function spread(): void {
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (high + (words[i - 7] ?? 0) + low + (words[i - 16] ?? 0)) | 0;
  }
}

/** Puts the block in the first sixteen words into the state. */
function compress(): void {
  spread();
  // One by one: taking a list apart goes through its iterator, which costs as much as the rounds.
  let a = A;
  let b = B;
  let c = C;
  let d = D;
  let e = E;
  let f = F;
  let g = G;
  let h = H;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
  state[4] = e;
  state[5] = f;
  state[6] = g;
  state[7] = h;
  for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (START[i] ?? 0);
}

/**
 * First four bytes of SHA-256 twice over at most 55 bytes: the checksum of Base58Check as one number. Traces write addresses
 * by the hundred thousand, and setting up a hash that takes any length costs several times as much as these two blocks.
 */
export function shortChecksum(bytes: Uint8Array): number {
  if (bytes.length > LONGEST_SHORT) throw new RangeError(`At most ${LONGEST_SHORT} bytes have a short checksum.`);
  words.fill(0, 0, 16);
  for (let i = 0; i < bytes.length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | ((bytes[i] ?? 0) << (24 - (i & 3) * 8));
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << (24 - (bytes.length & 3) * 8));
  words[15] = bytes.length * 8;
  compress();
  words.fill(0, 0, 16);
  words.set(state);
  words[8] = 0x80 << 24;
  words[15] = 256;
  compress();
  return (state[0] ?? 0) >>> 0;
}
