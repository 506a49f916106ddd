import { hexDigits } from './field-reader.ts';
import { bytesOfDigits } from './hex-bytes.ts';

const WORD = 64;
const MAX_CHARACTERS = 128;
/** A character takes at most four bytes. */
const MAX_TEXT_DIGITS = MAX_CHARACTERS * 4 * 2;

/**
 * The text an `eth_call` of `symbol()` or `name()` answered, as the contract has it: a string, or a bytes32 filled up with
 * zeros. At most 128 characters, control characters and all; undefined where it is neither, or empty.
 */
export function decodeTokenText(answer: unknown): string | undefined {
  const digits = hexDigits(answer);
  if (digits === undefined) return undefined;
  const text = digits.length === WORD ? padded(digits) : abiString(digits);
  return text === undefined || text === '' ? undefined : text;
}

/** The number 0 to 255 an `eth_call` of `decimals()` answered; undefined for anything else. */
export function decodeTokenDecimals(answer: unknown): number | undefined {
  const digits = hexDigits(answer);
  if (digits?.length !== WORD || !digits.startsWith('0'.repeat(62))) return undefined;
  return Number.parseInt(digits.slice(62), 16);
}

/** Bytes up to the first zero; text after zeros is not text. */
function padded(digits: string): string | undefined {
  const bytes = bytesOfDigits(digits);
  const end = bytes.indexOf(0);
  if (end !== -1 && bytes.subarray(end).some((byte) => byte !== 0)) return undefined;
  return decodeText(end === -1 ? bytes : bytes.subarray(0, end));
}

function abiString(digits: string): string | undefined {
  const offset = readSize(digits, 0);
  if (offset === undefined) return undefined;
  const length = readSize(digits, offset * 2);
  const start = offset * 2 + WORD;
  if (length === undefined || start + length * 2 > digits.length) return undefined;
  return decodeText(bytesOfDigits(digits.slice(start, start + Math.min(length * 2, MAX_TEXT_DIGITS))), length);
}

function readSize(digits: string, at: number): number | undefined {
  const word = digits.slice(at, at + WORD);
  if (word.length < WORD || !word.startsWith('0'.repeat(56))) return undefined;
  return Number.parseInt(word.slice(56), 16);
}

/** UTF-8, at most 128 characters; `length` is how many bytes there were before they were cut. */
function decodeText(bytes: Uint8Array, length = bytes.length): string | undefined {
  try {
    // A cut may fall within a character: streaming keeps back its beginning.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: length > bytes.length,
    });
    return [...text].slice(0, MAX_CHARACTERS).join('');
  } catch {
    return undefined;
  }
}
