import { hash256 } from '../utxo/hash.ts';
import {
  type AddressForm,
  accept,
  CHECKSUM_FAILS,
  isSame,
  type NetworkAddress,
  refuse,
  WRONG_CHARACTER,
  WRONG_LENGTH,
} from './address-form.ts';
import { BITCOIN_ALPHABET, decodeBase58, RIPPLE_ALPHABET } from './base58-text.ts';

/** Version bytes and hash of a Base58Check text with a payload of 20 bytes, or why it is none. */
export function readCheckedHash(
  text: string,
  versionBytes: number,
  digits = BITCOIN_ALPHABET,
): { readonly version: number; readonly hash: Uint8Array } | { readonly fault: NetworkAddress } {
  if (text.length < 25 || text.length > 40) return { fault: WRONG_LENGTH };
  const whole = decodeBase58(text, 40, digits);
  if (!whole) return { fault: WRONG_CHARACTER };
  if (whole.length !== versionBytes + 24) return { fault: WRONG_LENGTH };
  const body = whole.subarray(0, -4);
  if (!isSame(hash256(body).subarray(0, 4), whole.subarray(-4))) return { fault: CHECKSUM_FAILS };
  const version = body.subarray(0, versionBytes).reduce((value, byte) => value * 256 + byte, 0);
  return { version, hash: body.slice(versionBytes) };
}

/** Form of a network whose addresses are Base58Check of one or two version bytes and a hash of 20 bytes. */
export function base58CheckForm(versions: readonly number[], versionBytes = 1, digits = BITCOIN_ALPHABET): AddressForm {
  return (text) => {
    const read = readCheckedHash(text, versionBytes, digits);
    if ('fault' in read) return read.fault;
    return versions.includes(read.version) ? accept(text) : refuse('its version byte is not one of this network');
  };
}

/** Account of the XRP Ledger: version 0, in the ledger's own alphabet (xrpl.org, base58 encodings). */
export const rippleForm: AddressForm = base58CheckForm([0], 1, RIPPLE_ALPHABET);
