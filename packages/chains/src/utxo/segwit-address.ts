import { bech32, bech32m } from '@scure/base';
import type { AddressReading } from './address-reading.ts';
import { encodeBech32Program } from './bech32-text.ts';
import { describeScript } from './script.ts';

const MAX_CHARACTERS = 90;

/** Segwit address (BIP 173, BIP 350) of a witness program of version 0 to 16. */
export function encodeSegwit(hrp: string, version: number, program: Uint8Array): string {
  return encodeBech32Program(hrp, version, program);
}

function readWords(text: string): { words: number[]; isBech32m: boolean } | { fault: string } {
  if (text.length > MAX_CHARACTERS) return { fault: 'it is too long' };
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return { fault: 'it mixes upper and lower case' };
  if (!/^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]*$/.test(lower.slice(lower.lastIndexOf('1') + 1))) {
    return { fault: 'it contains a character that such addresses never use' };
  }
  const old = bech32.decodeUnsafe(lower);
  if (old) return { words: old.words, isBech32m: false };
  const modern = bech32m.decodeUnsafe(lower);
  return modern ? { words: modern.words, isBech32m: true } : { fault: 'the checksum fails' };
}

function lengthFault(version: number, length: number): string | undefined {
  if (length < 2 || length > 40) return 'its length is wrong: a witness program has 2 to 40 bytes';
  if (version === 0 && length !== 20 && length !== 32) {
    return 'its length is wrong: a version 0 witness program has 20 or 32 bytes';
  }
  return undefined;
}

/** Reads a segwit address whose human-readable part the caller has recognised. */
export function readSegwit(text: string): AddressReading {
  const read = readWords(text);
  if ('fault' in read) return read;
  const version = read.words[0];
  if (version === undefined) return { fault: 'it holds no witness program' };
  if (version > 16) return { fault: `its witness version is ${version}, and the highest is 16` };
  const program = bech32.fromWordsUnsafe(read.words.slice(1));
  if (!program) return { fault: 'its padding is malformed' };
  const fault = lengthFault(version, program.length);
  if (fault) return { fault };
  if (version === 0 && read.isBech32m) return { fault: 'it has a Bech32m checksum where version 0 uses Bech32' };
  if (version !== 0 && !read.isBech32m) return { fault: 'it has a Bech32 checksum where versions 1 to 16 use Bech32m' };
  const opcode = version === 0 ? 0 : 0x50 + version;
  const script = new Uint8Array(program.length + 2);
  script.set([opcode, program.length]);
  script.set(program, 2);
  const { owner } = describeScript(script);
  return owner ? { owner } : { fault: 'it holds no witness program' };
}
