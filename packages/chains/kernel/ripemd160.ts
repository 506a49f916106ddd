// RIPEMD-160 (Dobbertin, Bosselaers, Preneel 1996) of exactly 32 bytes: the second half of HASH160.

/** Message word of each of the 80 steps, left line then right line. */
const WORDS: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
  3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12, 1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
  4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
  5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
  15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13, 8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
  12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
]);
/** Left rotation of each step, in the same order. */
const SHIFTS: usize = memory.data<u8>([
  11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8, 7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
  11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5, 11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
  9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
  8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6, 9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
  9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5, 15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
  8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
]);
/** Constants of the five rounds of each line. */
const ADDENDS: usize = memory.data<u32>([
  0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e, 0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0,
]);
const IV: usize = memory.data<u32>([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
const BLOCK: usize = memory.data(64, 16);
const LINES: usize = memory.data(40, 16);

// @ts-ignore: decorator
@inline
function mix(round: i32, x: u32, y: u32, z: u32): u32 {
  switch (round) {
    case 0: return x ^ y ^ z;
    case 1: return (x & y) | (~x & z);
    case 2: return (x | ~y) ^ z;
    case 3: return (x & z) | (y & ~z);
    default: return x ^ (y | ~z);
  }
}

/** Runs one line (0 left, 1 right) and leaves its five words at LINES. */
function line(side: i32): void {
  let a = load<u32>(IV), b = load<u32>(IV, 4), c = load<u32>(IV, 8), d = load<u32>(IV, 12), e = load<u32>(IV, 16);
  for (let i: i32 = 0; i < 80; i++) {
    const at = <usize>(side * 80 + i);
    const round = i >> 4;
    const word = load<u32>(BLOCK + (<usize>load<u8>(WORDS + at) << 2));
    const addend = load<u32>(ADDENDS + (<usize>(side * 5 + round) << 2));
    const t = rotl<u32>(a + mix(side ? 4 - round : round, b, c, d) + word + addend, load<u8>(SHIFTS + at)) + e;
    a = e;
    e = d;
    d = rotl<u32>(c, 10);
    c = b;
    b = t;
  }
  const to = LINES + <usize>(side * 20);
  store<u32>(to, a);
  store<u32>(to, b, 4);
  store<u32>(to, c, 8);
  store<u32>(to, d, 12);
  store<u32>(to, e, 16);
}

/** Replaces the 32 bytes at `at` by their 20 byte digest and 12 zero bytes. */
export function ripemd160InPlace(at: usize): void {
  memory.fill(BLOCK + 32, 0, 32);
  memory.copy(BLOCK, at, 32);
  store<u8>(BLOCK, 0x80, 32);
  store<u32>(BLOCK, 256, 56);
  line(0);
  line(1);
  for (let i: usize = 0; i < 5; i++) {
    const start = load<u32>(IV + (((i + 1) % 5) << 2));
    const left = load<u32>(LINES + (((i + 2) % 5) << 2));
    const right = load<u32>(LINES + 20 + (((i + 3) % 5) << 2));
    store<u32>(at + (i << 2), start + left + right);
  }
  memory.fill(at + 20, 0, 12);
}
