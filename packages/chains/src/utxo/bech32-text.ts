import { asciiText } from '../network/ascii-text.ts';

const DIGITS = Uint8Array.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l', (digit) => digit.charCodeAt(0));
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What each value of the five bits that leave the checksum adds back to it. */
const FEEDBACK = Int32Array.from({ length: 32 }, (_, top) =>
  GENERATOR.reduce((sum, term, bit) => ((top >> bit) & 1 ? sum ^ term : sum), 0),
);
/** Final constants of BIP 173 and BIP 350. */
const BECH32 = 1;
const BECH32M = 0x2bc830a3;

function step(state: number, value: number): number {
  return ((state & 0x1ffffff) << 5) ^ value ^ (FEEDBACK[state >>> 25] ?? 0);
}

/** Checksum after the human-readable part, of which a process knows a handful. */
const started = new Map<string, number>();
const MOST_STARTED = 100;
const SEPARATOR = '1'.charCodeAt(0);
/** Prefix, separator, version, checksum, and 64 characters of 40 bytes: a prefix has at most 83. */
const text = new Uint8Array(160);

function startOf(hrp: string): number {
  const known = started.get(hrp);
  if (known !== undefined) return known;
  let state = 1;
  for (let i = 0; i < hrp.length; i++) state = step(state, hrp.charCodeAt(i) >> 5);
  state = step(state, 0);
  for (let i = 0; i < hrp.length; i++) state = step(state, hrp.charCodeAt(i) & 31);
  if (started.size < MOST_STARTED) started.set(hrp, state);
  return state;
}

/**
 * Text of a witness program (BIP 173, BIP 350): version 0 in Bech32, later ones in Bech32m. For programs of 2 to 40 bytes
 * and lower-case prefixes; traces write hundreds of thousands of them, so it makes no lists on the way.
 */
export function encodeBech32Program(hrp: string, version: number, program: Uint8Array): string {
  let at = 0;
  for (let i = 0; i < hrp.length; i++) text[at++] = hrp.charCodeAt(i);
  text[at++] = SEPARATOR;
  text[at++] = DIGITS[version] ?? 0;
  let state = step(startOf(hrp), version);
  let bits = 0;
  let held = 0;
  for (let i = 0; i < program.length; i++) {
    held = ((held << 8) | (program[i] ?? 0)) & 0xfff;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      const value = (held >> bits) & 31;
      state = step(state, value);
      text[at++] = DIGITS[value] ?? 0;
    }
  }
  if (bits > 0) {
    const value = (held << (5 - bits)) & 31;
    state = step(state, value);
    text[at++] = DIGITS[value] ?? 0;
  }
  for (let i = 0; i < 6; i++) state = step(state, 0);
  state ^= version === 0 ? BECH32 : BECH32M;
  for (let i = 5; i >= 0; i--) text[at++] = DIGITS[(state >>> (5 * i)) & 31] ?? 0;
  return asciiText(text, 0, at);
}
