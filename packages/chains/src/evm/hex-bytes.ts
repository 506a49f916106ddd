const VALUE = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) VALUE[digit.toString(16).charCodeAt(0)] = digit;

/** Bytes of lower-case digits that were checked before: call data and logs of whole blocks pass here. */
export function bytesOfDigits(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const high = VALUE[digits.charCodeAt(2 * i)] as number;
    bytes[i] = (high << 4) | (VALUE[digits.charCodeAt(2 * i + 1)] as number);
  }
  return bytes;
}
