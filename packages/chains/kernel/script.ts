// Script forms as Bitcoin Core's Solver tells them apart (src/script/solver.cpp), with the codes of
// packages/core/src/script-type.ts.

export const OP_RETURN: u8 = 0;
export const P2PKH: u8 = 1;
export const P2SH: u8 = 2;
export const P2WPKH: u8 = 3;
export const P2WSH: u8 = 4;
export const P2TR: u8 = 5;
export const P2PK: u8 = 6;
export const WITNESS_UNKNOWN: u8 = 7;
export const MULTISIG: u8 = 8;
export const NONSTANDARD: u8 = 9;
export const P2SH32: u8 = 10;
export const ANCHOR: u8 = 11;

const MAX_KEYS: u32 = 20;
const OP_CHECKSIG: u8 = 0xac;
const OP_CHECKMULTISIG: u8 = 0xae;

/** Length of a public key by its first byte (compressed, uncompressed and hybrid), 0 where it is none. */
// @ts-ignore: decorator
@inline
function keyLength(first: u8): u32 {
  if (first == 2 || first == 3) return 33;
  return first == 4 || first == 6 || first == 7 ? 65 : 0;
}

/** Bytes of the key count at `at`: 1 for OP_1..OP_16, 2 for a minimal push of 17..20, 0 where it is no count. */
function countWidth(at: usize, end: usize): u32 {
  const op = load<u8>(at);
  if (op >= 0x51 && op <= 0x60) return 1;
  if (op == 1 && end - at >= 2) {
    const value = load<u8>(at, 1);
    if (value >= 17 && value <= <u8>MAX_KEYS) return 2;
  }
  return 0;
}

function countValue(at: usize, width: u32): u32 {
  return width == 1 ? load<u8>(at) - 0x50 : load<u8>(at, 1);
}

/** Bytes of the push of a valid public key at `at`, by any push opcode, or 0. */
function keyPushWidth(at: usize, end: usize): u32 {
  const op = load<u8>(at);
  const left = <u32>(end - at);
  let header: u32 = 1;
  let length: u32 = op;
  if (op == 0x4c && left >= 2) {
    header = 2;
    length = load<u8>(at, 1);
  } else if (op == 0x4d && left >= 3) {
    header = 3;
    length = load<u16>(at, 1);
  } else if (op == 0x4e && left >= 5) {
    header = 5;
    length = load<u32>(at, 1);
  }
  if (length != 33 && length != 65) return 0;
  if (left < header + length || keyLength(load<u8>(at + header)) != length) return 0;
  return header + length;
}

function isMultisig(script: usize, length: u32): bool {
  if (length < 3 || load<u8>(script + length - 1) != OP_CHECKMULTISIG) return false;
  // The opcode itself ends the script, so everything before it is the counts and the keys.
  const end = script + length - 1;
  let width = countWidth(script, end);
  if (!width) return false;
  const required = countValue(script, width);
  let at = script + width;
  let keys: u32 = 0;
  while (at < end) {
    const push = keyPushWidth(at, end);
    if (!push) break;
    at += push;
    keys++;
  }
  if (at >= end) return false;
  width = countWidth(at, end);
  if (!width || at + width != end) return false;
  const total = countValue(at, width);
  return total == keys && required <= total && total <= MAX_KEYS;
}

/** Form of a witness program (BIP141), or NONSTANDARD where the script is none. */
function witnessType(script: usize, length: u32, first: u8): u8 {
  if (length < 4 || length > 42 || <u32>load<u8>(script, 1) + 2 != length) return NONSTANDARD;
  if (first == 0) return length == 22 ? P2WPKH : length == 34 ? P2WSH : NONSTANDARD;
  if (first == 0x51) {
    if (length == 34) return P2TR;
    if (length == 4 && load<u16>(script, 2) == 0x734e) return ANCHOR;
  }
  return WITNESS_UNKNOWN;
}

/** Code of the form of a script. At least 40 bytes behind its start can be read. */
export function scriptType(script: usize, length: u32, allowP2sh32: bool): u8 {
  if (length == 0) return NONSTANDARD;
  const head = load<u32>(script);
  const first = <u8>head;
  if (length == 25 && (head & 0xffffff) == 0x14a976 && load<u16>(script, 23) == 0xac88) return P2PKH;
  if (length == 23 && (head & 0xffff) == 0x14a9 && load<u8>(script, 22) == 0x87) return P2SH;
  if (first == 0 || (first >= 0x51 && first <= 0x60)) {
    const witness = witnessType(script, length, first);
    if (witness != NONSTANDARD) return witness;
  }
  if (first == 0x6a) return OP_RETURN;
  if ((length == 35 || length == 67) && first == length - 2 && load<u8>(script + length - 1) == OP_CHECKSIG) {
    return keyLength(load<u8>(script, 1)) == length - 2 ? P2PK : NONSTANDARD;
  }
  if (allowP2sh32 && length == 35 && (head & 0xffff) == 0x20aa && load<u8>(script, 34) == 0x87) return P2SH32;
  return isMultisig(script, length) ? MULTISIG : NONSTANDARD;
}
