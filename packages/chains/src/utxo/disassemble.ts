import { encodeHex } from '@trailmark/core/hex';
import { opcodeName, readElement } from './opcode.ts';

const MAX_ASM_CHARACTERS = 20_000;

/** A push of up to four bytes is written as the number it is, in Bitcoin Core's asm. */
function scriptNumber(data: Uint8Array): string {
  if (data.length === 0) return '0';
  let value = 0;
  for (let i = data.length - 1; i >= 0; i--) {
    const byte = data[i] ?? 0;
    value = value * 256 + (i === data.length - 1 ? byte & 0x7f : byte);
  }
  // A lone sign bit is zero, never "-0".
  const negative = ((data[data.length - 1] ?? 0) & 0x80) !== 0 && value !== 0;
  return negative ? `-${value}` : String(value);
}

/**
 * Script as text in Bitcoin Core's asm form. Never throws: a malformed push ends it with `[error]`, and text beyond
 * 20,000 characters is cut with ` […]`.
 */
export function disassemble(script: Uint8Array): string {
  const words: string[] = [];
  let length = 0;
  for (let at = 0; at < script.length; ) {
    const element = readElement(script, at);
    if (!element) return [...words, '[error]'].join(' ');
    const { data } = element;
    const word = data ? (data.length <= 4 ? scriptNumber(data) : encodeHex(data)) : opcodeName(element.code);
    length += word.length + 1;
    if (length > MAX_ASM_CHARACTERS) return [...words, '[…]'].join(' ');
    words.push(word);
    at = element.end;
  }
  return words.join(' ');
}
