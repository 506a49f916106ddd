import { encodeHex } from '@trailmark/core/hex';

const MAX_QUOTED_CHARACTERS = 128;
/** Outputs may hold any amount of data; what cannot be shown need not be read. */
const MAX_EXAMINED_BYTES = 1024;

/**
 * Anything that could hide, reorder or break text on a screen or in a log: control, format (bidi, zero width),
 * surrogate, private and unassigned code points, blank letters, and separators other than the plain space.
 */
const UNSAFE =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164\uffa0\ufffc\ufffd]|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u;

function escapeUnsafe(character: string): string {
  if (character === '\\') return '\\\\';
  if (!UNSAFE.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The start of the bytes as text; only the last character may be cut off in the middle, and only if bytes were. */
function decodeText(bytes: Uint8Array): string | undefined {
  const stream = bytes.length > MAX_EXAMINED_BYTES;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes.subarray(0, MAX_EXAMINED_BYTES), { stream });
  } catch {
    return undefined;
  }
}

function cut(parts: Iterable<string>): string {
  let text = '';
  for (const part of parts) {
    if (text.length + part.length > MAX_QUOTED_CHARACTERS - 1) return `${text}…`;
    text += part;
  }
  return text;
}

/**
 * Bytes that somebody wrote into the chain, made safe to show: quoted text where they are UTF-8 with mostly visible
 * characters (others escaped as `\u{…}`), else hex. At most 128 characters and the quotes; `…` marks a cut.
 */
export function quoteData(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  const characters = text === undefined ? [] : [...text];
  const unsafe = characters.filter((character) => UNSAFE.test(character)).length;
  if (characters.length > 0 && unsafe * 2 < characters.length) return `"${cut(characters.map(escapeUnsafe))}"`;
  return cut(encodeHex(bytes.subarray(0, MAX_EXAMINED_BYTES)).match(/../g) ?? []);
}
