// Keccak-256 as Ethereum pads it (0x01, not SHA-3's 0x06), of the bytes at an address.
import { BASE, align, ensure } from './memory';

const RATE: usize = 136;
const STATE: usize = memory.data(200, 16);
const ROUNDS: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
  0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
  0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
  0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);

// @ts-ignore: decorator
@inline
function chi(a: u64, b: u64, c: u64): u64 {
  return a ^ (~b & c);
}

/** keccak-f[1600] (FIPS 202, 3.3) over STATE; lane x + 5y is s of that number. */
function permute(): void {
  let s0 = load<u64>(STATE), s1 = load<u64>(STATE, 8), s2 = load<u64>(STATE, 16), s3 = load<u64>(STATE, 24), s4 = load<u64>(STATE, 32);
  let s5 = load<u64>(STATE, 40), s6 = load<u64>(STATE, 48), s7 = load<u64>(STATE, 56), s8 = load<u64>(STATE, 64), s9 = load<u64>(STATE, 72);
  let s10 = load<u64>(STATE, 80), s11 = load<u64>(STATE, 88), s12 = load<u64>(STATE, 96), s13 = load<u64>(STATE, 104), s14 = load<u64>(STATE, 112);
  let s15 = load<u64>(STATE, 120), s16 = load<u64>(STATE, 128), s17 = load<u64>(STATE, 136), s18 = load<u64>(STATE, 144), s19 = load<u64>(STATE, 152);
  let s20 = load<u64>(STATE, 160), s21 = load<u64>(STATE, 168), s22 = load<u64>(STATE, 176), s23 = load<u64>(STATE, 184), s24 = load<u64>(STATE, 192);
  for (let round: usize = 0; round < 192; round += 8) {
    // theta
    const c0 = s0 ^ s5 ^ s10 ^ s15 ^ s20, c1 = s1 ^ s6 ^ s11 ^ s16 ^ s21, c2 = s2 ^ s7 ^ s12 ^ s17 ^ s22;
    const c3 = s3 ^ s8 ^ s13 ^ s18 ^ s23, c4 = s4 ^ s9 ^ s14 ^ s19 ^ s24;
    const d0 = c4 ^ rotl<u64>(c1, 1), d1 = c0 ^ rotl<u64>(c2, 1), d2 = c1 ^ rotl<u64>(c3, 1);
    const d3 = c2 ^ rotl<u64>(c4, 1), d4 = c3 ^ rotl<u64>(c0, 1);
    // rho and pi: each lane turned, under the number of where it goes
    const b0 = s0 ^ d0, b10 = rotl<u64>(s1 ^ d1, 1), b20 = rotl<u64>(s2 ^ d2, 62), b5 = rotl<u64>(s3 ^ d3, 28), b15 = rotl<u64>(s4 ^ d4, 27);
    const b16 = rotl<u64>(s5 ^ d0, 36), b1 = rotl<u64>(s6 ^ d1, 44), b11 = rotl<u64>(s7 ^ d2, 6), b21 = rotl<u64>(s8 ^ d3, 55), b6 = rotl<u64>(s9 ^ d4, 20);
    const b7 = rotl<u64>(s10 ^ d0, 3), b17 = rotl<u64>(s11 ^ d1, 10), b2 = rotl<u64>(s12 ^ d2, 43), b12 = rotl<u64>(s13 ^ d3, 25), b22 = rotl<u64>(s14 ^ d4, 39);
    const b23 = rotl<u64>(s15 ^ d0, 41), b8 = rotl<u64>(s16 ^ d1, 45), b18 = rotl<u64>(s17 ^ d2, 15), b3 = rotl<u64>(s18 ^ d3, 21), b13 = rotl<u64>(s19 ^ d4, 8);
    const b14 = rotl<u64>(s20 ^ d0, 18), b24 = rotl<u64>(s21 ^ d1, 2), b9 = rotl<u64>(s22 ^ d2, 61), b19 = rotl<u64>(s23 ^ d3, 56), b4 = rotl<u64>(s24 ^ d4, 14);
    // chi, and iota on the first lane
    s0 = chi(b0, b1, b2) ^ load<u64>(ROUNDS + round); s1 = chi(b1, b2, b3); s2 = chi(b2, b3, b4); s3 = chi(b3, b4, b0); s4 = chi(b4, b0, b1);
    s5 = chi(b5, b6, b7); s6 = chi(b6, b7, b8); s7 = chi(b7, b8, b9); s8 = chi(b8, b9, b5); s9 = chi(b9, b5, b6);
    s10 = chi(b10, b11, b12); s11 = chi(b11, b12, b13); s12 = chi(b12, b13, b14); s13 = chi(b13, b14, b10); s14 = chi(b14, b10, b11);
    s15 = chi(b15, b16, b17); s16 = chi(b16, b17, b18); s17 = chi(b17, b18, b19); s18 = chi(b18, b19, b15); s19 = chi(b19, b15, b16);
    s20 = chi(b20, b21, b22); s21 = chi(b21, b22, b23); s22 = chi(b22, b23, b24); s23 = chi(b23, b24, b20); s24 = chi(b24, b20, b21);
  }
  store<u64>(STATE, s0); store<u64>(STATE, s1, 8); store<u64>(STATE, s2, 16); store<u64>(STATE, s3, 24); store<u64>(STATE, s4, 32);
  store<u64>(STATE, s5, 40); store<u64>(STATE, s6, 48); store<u64>(STATE, s7, 56); store<u64>(STATE, s8, 64); store<u64>(STATE, s9, 72);
  store<u64>(STATE, s10, 80); store<u64>(STATE, s11, 88); store<u64>(STATE, s12, 96); store<u64>(STATE, s13, 104); store<u64>(STATE, s14, 112);
  store<u64>(STATE, s15, 120); store<u64>(STATE, s16, 128); store<u64>(STATE, s17, 136); store<u64>(STATE, s18, 144); store<u64>(STATE, s19, 152);
  store<u64>(STATE, s20, 160); store<u64>(STATE, s21, 168); store<u64>(STATE, s22, 176); store<u64>(STATE, s23, 184); store<u64>(STATE, s24, 192);
}

function absorb(at: usize): void {
  for (let i: usize = 0; i < RATE; i += 8) store<u64>(STATE + i, load<u64>(STATE + i) ^ load<u64>(at + i));
  permute();
}

/** Where `length` bytes go that are to be hashed, with room behind them for the padding; 0 where memory is out. */
export function keccakRoom(length: u32): usize {
  return ensure(<u64>BASE + <u64>length + <u64>RATE) ? align(BASE, 8) : 0;
}

/** Hashes the bytes put at `keccakRoom`, which it pads in place. Address of the 32 bytes, good until the next call. */
export function keccak(length: u32): usize {
  const from = align(BASE, 8);
  const end = from + <usize>length;
  memory.fill(STATE, 0, 200);
  let at = from;
  for (; at + RATE <= end; at += RATE) absorb(at);
  memory.fill(end, 0, at + RATE - end);
  store<u8>(end, 1);
  store<u8>(at + RATE - 1, load<u8>(at + RATE - 1) | 0x80);
  absorb(at);
  return STATE;
}
