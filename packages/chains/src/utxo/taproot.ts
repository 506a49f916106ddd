import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeHex } from '@trailmark/core/hex';

/** Version of the leaves that BIP 342 defines. */
const TAPSCRIPT = 0xc0;

/** Keys of 33 bytes without the byte that states the parity; keys of 32 bytes as they are (BIP 340). */
export function toXOnly(key: Uint8Array): Uint8Array {
  return key.length === 33 ? key.subarray(1) : key;
}

/** Output key Q = P + hash_TapTweak(P || root)·G (BIP 341); without a script tree there is no root. Takes 33 or 32 bytes. */
export function taprootOutputKey(key: Uint8Array, root: Uint8Array = new Uint8Array(0)): Uint8Array {
  const x = toXOnly(key);
  const internal = secp256k1.Point.fromBytes(Uint8Array.of(2, ...x));
  const tweak = secp256k1.Point.Fn.create(BigInt(`0x${encodeHex(schnorr.utils.taggedHash('TapTweak', x, root))}`));
  return internal.add(secp256k1.Point.BASE.multiply(tweak)).toBytes(true).slice(1);
}

function compactSize(length: number): number[] {
  return length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8];
}

/** Hash of a script as a leaf of the tree (BIP 341). The script has fewer than 65,536 bytes. */
export function leafHash(script: Uint8Array): Uint8Array {
  return schnorr.utils.taggedHash('TapLeaf', Uint8Array.of(TAPSCRIPT, ...compactSize(script.length)), script);
}

/** Hash of two nodes of the tree, whatever their order (BIP 341). */
export function branchHash(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [first, second] = encodeHex(a) < encodeHex(b) ? [a, b] : [b, a];
  return schnorr.utils.taggedHash('TapBranch', first, second);
}
