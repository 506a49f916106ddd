import { AppError } from '@trailmark/core/errors';
import { ByteReader } from './byte-reader.ts';

const PREFIX_TOKEN = 0xef;
const HAS_AMOUNT = 0x10;
const HAS_NFT = 0x20;
const HAS_COMMITMENT = 0x40;
const RESERVED = 0x80;
const MAX_AMOUNT = 0x7fff_ffff_ffff_ffffn;
const MAX_CAPABILITY = 2;

function isShapeValid(bits: number): boolean {
  const capability = bits & 0x0f;
  if (bits & RESERVED || capability > MAX_CAPABILITY || !(bits & (HAS_AMOUNT | HAS_NFT))) return false;
  return (bits & HAS_NFT) !== 0 || (capability === 0 && !(bits & HAS_COMMITMENT));
}

/** Whether the token data behind the category and the bit field is well formed; leaves the reader behind it. */
function readTokenData(reader: ByteReader, bits: number): boolean {
  if (bits & HAS_COMMITMENT && reader.sized().length === 0) return false;
  if (!(bits & HAS_AMOUNT)) return true;
  const amount = reader.compactSize();
  return amount > 0n && amount <= MAX_AMOUNT;
}

/**
 * Length of the token data before a Bitcoin Cash output's script (CHIP-2022-02), 0 if there is none. A malformed
 * prefix is no prefix: such an output is an ordinary, unspendable one.
 */
export function tokenPrefixLength(script: Uint8Array): number {
  if (script[0] !== PREFIX_TOKEN || script.length < 34) return 0;
  const bits = script[33] ?? 0;
  if (!isShapeValid(bits)) return 0;
  const reader = new ByteReader(script, 34);
  try {
    return readTokenData(reader, bits) ? reader.offset : 0;
  } catch (error) {
    if (AppError.is(error, 'invalid')) return 0;
    throw error;
  }
}
