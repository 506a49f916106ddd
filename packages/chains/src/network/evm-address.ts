import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeHex } from '@trailmark/core/hex';
import { type AddressForm, accept, refuse } from './address-form.ts';

const encoder = new TextEncoder();

/** The spelling whose letter case is a checksum (EIP-55). `digits` are 40 lower-case hex digits. */
export function checksumEvm(digits: string): string {
  const hash = encodeHex(keccak_256(encoder.encode(digits)));
  let out = '0x';
  for (let index = 0; index < 40; index++) {
    const digit = digits.charAt(index);
    out += hash.charAt(index) >= '8' ? digit.toUpperCase() : digit;
  }
  return out;
}

/** Account or contract of an EVM network: mixed case must match EIP-55, one case throughout carries no checksum. */
export const evmForm: AddressForm = (text) => {
  if (!/^0[xX][0-9a-fA-F]{40}$/.test(text)) return refuse('it is not 0x and 40 hexadecimal digits');
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const checked = checksumEvm(lower);
  const hasOneCase = digits === lower || digits === digits.toUpperCase();
  return hasOneCase || checked === `0x${digits}`
    ? accept(checked)
    : refuse('the checksum in its letter case fails (EIP-55)');
};
