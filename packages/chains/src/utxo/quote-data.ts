import { encodeHex } from '@trailmark/core/hex';

const MAX_QUOTED_CHARACTERS = 128;

/**
 * Anything that could hide, reorder or break text on a screen or in a log: control, format (bidi, zero width), surrogate,
 * private and unassigned code points, separators other than the plain space, and lone combining marks' carriers.
 */
const UNSAFE =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u3164\uffa0\ufffc\ufffd]|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u;

function escapeUnsafe(character: string): string {
  if (character === '\\') return '\\\\';
  if (!UNSAFE.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
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
  return cut(encodeHex(bytes).match(/../g) ?? []);
}
