// SHA-256 (FIPS 180-4) on four independent messages at once: lane i of every v128 belongs to message i.
// The state of the four messages lives at STATE (8 vectors), the message words of the block in hand at W.

const K: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const IV: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
export const STATE: usize = memory.data(128, 16);
/** 64 schedule words, then the 64 constants in all lanes: one address serves both. */
const W: usize = memory.data(2048, 16);
/** Schedule plus constants of the block that pads a 64 byte message: the same for every merkle node. */
const PAD64: usize = memory.data(1024, 16);

// @ts-ignore: decorator
@inline
function rotr(x: v128, n: i32): v128 {
  return v128.or(i32x4.shr_u(x, n), i32x4.shl(x, 32 - n));
}

// @ts-ignore: decorator
@inline
function add(a: v128, b: v128): v128 {
  return i32x4.add(a, b);
}

/** h + S1(e) + ch(e, f, g) + schedule word. */
// @ts-ignore: decorator
@inline
function temp1(e: v128, f: v128, g: v128, h: v128, wk: v128): v128 {
  const s1 = v128.xor(v128.xor(rotr(e, 6), rotr(e, 11)), rotr(e, 25));
  const ch = v128.bitselect(f, g, e);
  return add(add(add(h, wk), ch), s1);
}

/** S0(a) + maj(a, b, c). */
// @ts-ignore: decorator
@inline
function temp2(a: v128, b: v128, c: v128): v128 {
  const s0 = v128.xor(v128.xor(rotr(a, 2), rotr(a, 13)), rotr(a, 22));
  const maj = v128.bitselect(c, b, v128.xor(a, b));
  return add(s0, maj);
}

/** The 64 rounds over words prepared with their constants at `wk`, added to STATE. */
function rounds(wk: usize): void {
  let a = v128.load(STATE), b = v128.load(STATE, 16), c = v128.load(STATE, 32), d = v128.load(STATE, 48);
  let e = v128.load(STATE, 64), f = v128.load(STATE, 80), g = v128.load(STATE, 96), h = v128.load(STATE, 112);
  // After eight rounds every word is back under its own name, so the loop needs no moves.
  for (const end = wk + 1024; wk < end; wk += 128) {
    h = temp1(e, f, g, h, v128.load(wk, 0)); d = add(d, h); h = add(h, temp2(a, b, c));
    g = temp1(d, e, f, g, v128.load(wk, 16)); c = add(c, g); g = add(g, temp2(h, a, b));
    f = temp1(c, d, e, f, v128.load(wk, 32)); b = add(b, f); f = add(f, temp2(g, h, a));
    e = temp1(b, c, d, e, v128.load(wk, 48)); a = add(a, e); e = add(e, temp2(f, g, h));
    d = temp1(a, b, c, d, v128.load(wk, 64)); h = add(h, d); d = add(d, temp2(e, f, g));
    c = temp1(h, a, b, c, v128.load(wk, 80)); g = add(g, c); c = add(c, temp2(d, e, f));
    b = temp1(g, h, a, b, v128.load(wk, 96)); f = add(f, b); b = add(b, temp2(c, d, e));
    a = temp1(f, g, h, a, v128.load(wk, 112)); e = add(e, a); a = add(a, temp2(b, c, d));
  }
  v128.store(STATE, add(a, v128.load(STATE)));
  v128.store(STATE, add(b, v128.load(STATE, 16)), 16);
  v128.store(STATE, add(c, v128.load(STATE, 32)), 32);
  v128.store(STATE, add(d, v128.load(STATE, 48)), 48);
  v128.store(STATE, add(e, v128.load(STATE, 64)), 64);
  v128.store(STATE, add(f, v128.load(STATE, 80)), 80);
  v128.store(STATE, add(g, v128.load(STATE, 96)), 96);
  v128.store(STATE, add(h, v128.load(STATE, 112)), 112);
}

/** Message word plus constant. */
// @ts-ignore: decorator
@inline
function plain(w: usize): v128 {
  return add(v128.load(w), v128.load(w, 1024));
}

/** Makes the schedule word 16 words behind `w` from those between; answers it plus its constant. */
// @ts-ignore: decorator
@inline
function next(w: usize): v128 {
  const w1 = v128.load(w, 16), w14 = v128.load(w, 224);
  const s0 = v128.xor(v128.xor(rotr(w1, 7), rotr(w1, 18)), i32x4.shr_u(w1, 3));
  const s1 = v128.xor(v128.xor(rotr(w14, 17), rotr(w14, 19)), i32x4.shr_u(w14, 10));
  const word = add(add(add(v128.load(w), s0), v128.load(w, 144)), s1);
  v128.store(w, word, 256);
  return add(word, v128.load(w, 1280));
}

/** The 64 rounds over the message words at W, added to STATE. */
function hashWords(): void {
  let a = v128.load(STATE), b = v128.load(STATE, 16), c = v128.load(STATE, 32), d = v128.load(STATE, 48);
  let e = v128.load(STATE, 64), f = v128.load(STATE, 80), g = v128.load(STATE, 96), h = v128.load(STATE, 112);
  let w = W;
  for (const end = W + 256; w < end; w += 128) {
    h = temp1(e, f, g, h, plain(w)); d = add(d, h); h = add(h, temp2(a, b, c));
    g = temp1(d, e, f, g, plain(w + 16)); c = add(c, g); g = add(g, temp2(h, a, b));
    f = temp1(c, d, e, f, plain(w + 32)); b = add(b, f); f = add(f, temp2(g, h, a));
    e = temp1(b, c, d, e, plain(w + 48)); a = add(a, e); e = add(e, temp2(f, g, h));
    d = temp1(a, b, c, d, plain(w + 64)); h = add(h, d); d = add(d, temp2(e, f, g));
    c = temp1(h, a, b, c, plain(w + 80)); g = add(g, c); c = add(c, temp2(d, e, f));
    b = temp1(g, h, a, b, plain(w + 96)); f = add(f, b); b = add(b, temp2(c, d, e));
    a = temp1(f, g, h, a, plain(w + 112)); e = add(e, a); a = add(a, temp2(b, c, d));
  }
  w = W;
  for (const end = W + 768; w < end; w += 128) {
    h = temp1(e, f, g, h, next(w)); d = add(d, h); h = add(h, temp2(a, b, c));
    g = temp1(d, e, f, g, next(w + 16)); c = add(c, g); g = add(g, temp2(h, a, b));
    f = temp1(c, d, e, f, next(w + 32)); b = add(b, f); f = add(f, temp2(g, h, a));
    e = temp1(b, c, d, e, next(w + 48)); a = add(a, e); e = add(e, temp2(f, g, h));
    d = temp1(a, b, c, d, next(w + 64)); h = add(h, d); d = add(d, temp2(e, f, g));
    c = temp1(h, a, b, c, next(w + 80)); g = add(g, c); c = add(c, temp2(d, e, f));
    b = temp1(g, h, a, b, next(w + 96)); f = add(f, b); b = add(b, temp2(c, d, e));
    a = temp1(f, g, h, a, next(w + 112)); e = add(e, a); a = add(a, temp2(b, c, d));
  }
  v128.store(STATE, add(a, v128.load(STATE)));
  v128.store(STATE, add(b, v128.load(STATE, 16)), 16);
  v128.store(STATE, add(c, v128.load(STATE, 32)), 32);
  v128.store(STATE, add(d, v128.load(STATE, 48)), 48);
  v128.store(STATE, add(e, v128.load(STATE, 64)), 64);
  v128.store(STATE, add(f, v128.load(STATE, 80)), 80);
  v128.store(STATE, add(g, v128.load(STATE, 96)), 96);
  v128.store(STATE, add(h, v128.load(STATE, 112)), 112);
}

// @ts-ignore: decorator
@inline
function bigEndian(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/** Four message words of four messages, turned so that lanes are messages, into W at `to`. */
// @ts-ignore: decorator
@inline
function turn(r0: v128, r1: v128, r2: v128, r3: v128, to: usize): void {
  const a = v128.shuffle<u32>(r0, r1, 0, 4, 1, 5);
  const b = v128.shuffle<u32>(r2, r3, 0, 4, 1, 5);
  const c = v128.shuffle<u32>(r0, r1, 2, 6, 3, 7);
  const d = v128.shuffle<u32>(r2, r3, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<u64>(a, b, 0, 2));
  v128.store(to, v128.shuffle<u64>(a, b, 1, 3), 16);
  v128.store(to, v128.shuffle<u64>(c, d, 0, 2), 32);
  v128.store(to, v128.shuffle<u64>(c, d, 1, 3), 48);
}

function loadWords(p0: usize, p1: usize, p2: usize, p3: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) {
    turn(
      bigEndian(v128.load(p0 + i)), bigEndian(v128.load(p1 + i)), bigEndian(v128.load(p2 + i)), bigEndian(v128.load(p3 + i)),
      W + (i << 2),
    );
  }
}

/** Hashes `count` consecutive 64 byte blocks of each of four messages into STATE. */
export function compressBlocks(p0: usize, p1: usize, p2: usize, p3: usize, count: u32): void {
  for (let i: usize = 0, end = <usize>count << 6; i < end; i += 64) {
    loadWords(p0 + i, p1 + i, p2 + i, p3 + i, 64);
    hashWords();
  }
}

export function resetState(): void {
  for (let i: usize = 0; i < 8; i++) v128.store(STATE + (i << 4), v128.load32_splat(IV + (i << 2)));
}

export function resetLane(lane: usize): void {
  for (let i: usize = 0; i < 8; i++) store<u32>(STATE + (i << 4) + (lane << 2), load<u32>(IV + (i << 2)));
}

/** Writes the 32 byte digest of one lane. */
export function storeLane(lane: usize, to: usize): void {
  for (let i: usize = 0; i < 8; i++) store<u32>(to + (i << 2), bswap<u32>(load<u32>(STATE + (i << 4) + (lane << 2))));
}

/** Writes the four digests of STATE to `to`, 32 bytes each. */
function storeDigests(to: usize): void {
  for (let half: usize = 0; half < 32; half += 16) {
    const s = STATE + (half << 2);
    turn(v128.load(s), v128.load(s, 16), v128.load(s, 32), v128.load(s, 48), W);
    for (let lane: usize = 0; lane < 4; lane++) {
      v128.store(to + (lane << 5) + half, bigEndian(v128.load(W + (lane << 4))));
    }
  }
}

/** One block whose first eight words are at W: a 32 byte message with its padding. Digests to `to`. */
function hashDigestWords(to: usize): void {
  v128.store(W + 128, i32x4.splat(0x80000000));
  for (let i: usize = 144; i < 240; i += 16) v128.store(W + i, i32x4.splat(0));
  v128.store(W + 240, i32x4.splat(256));
  resetState();
  hashWords();
  storeDigests(to);
}

/** SHA-256 of four consecutive 32 byte messages at `from` to `to`; `from` may be `to`. */
export function hash32x4(from: usize, to: usize): void {
  loadWords(from, from + 32, from + 64, from + 96, 32);
  hashDigestWords(to);
}

/** Double SHA-256 of four consecutive 64 byte messages at `from` (256 bytes) to four 32 byte digests at `to`. */
export function doubleHash64x4(from: usize, to: usize): void {
  loadWords(from, from + 64, from + 128, from + 192, 64);
  resetState();
  hashWords();
  rounds(PAD64);
  memory.copy(W, STATE, 128);
  hashDigestWords(to);
}

function prepareTables(): void {
  for (let i: usize = 0; i < 1024; i += 16) v128.store(W + 1024 + i, v128.load32_splat(K + (i >> 2)));
  memory.fill(W, 0, 256);
  v128.store(W, i32x4.splat(0x80000000));
  v128.store(W + 240, i32x4.splat(512));
  for (let i: usize = 0; i < 256; i += 16) v128.store(PAD64 + i, plain(W + i));
  for (let i: usize = 0; i < 768; i += 16) v128.store(PAD64 + 256 + i, next(W + i));
}
prepareTables();
