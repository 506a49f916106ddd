/** What a text says as an address of one network: its canonical spelling, or why it is none ("the checksum fails"). */
export type NetworkAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: string };

/** Reads a trimmed text of printable ASCII as an address of one network. Never throws. */
export type AddressForm = (text: string) => NetworkAddress;

export function accept(address: string): NetworkAddress {
  return { ok: true, address };
}

export function refuse(reason: string): NetworkAddress {
  return { ok: false, reason };
}

export const CHECKSUM_FAILS = refuse('the checksum fails');
export const WRONG_LENGTH = refuse('its length is wrong');
export const WRONG_CHARACTER = refuse('it contains a character that such addresses never use');

/** Bytes of a text in an encoding whose decoder throws; undefined where it does. */
export function decodeOrNothing(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
