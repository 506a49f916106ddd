import { sha256 } from '@noble/hashes/sha2.js';

/** Numbers tried before the page gets a turn. */
const SLICE = 2_000;

function countZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    bits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}

/** Finds the number that makes the digest of a challenge begin with enough zero bits: about a second of work, against floods. */
export async function solveWork({ challenge, bits }: { readonly challenge: string; readonly bits: number }) {
  const encoder = new TextEncoder();
  for (let number = 0; ; number++) {
    if (number % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve));
    if (countZeroBits(sha256(encoder.encode(`${challenge}:${number}`))) >= bits) return { challenge, number };
  }
}
