const MAX_SHOWN_BYTES = 255;
const MAX_FILE_NAME = 120;

/** Control characters, signs of direction, what cannot be seen, separators of lines and of folders, and halves of characters. */
const INERT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}/\\]/gu;

const toCode = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** UTF-8 as far as it is that; each byte that is none, as a code. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `[0x${byte.toString(16)}]`)).join('');
}

/**
 * The declared name of a file as it may be shown: NFC, what could hide or redirect something as codes such as `[U+202E]`, at
 * most 255 bytes.
 */
export function toShownName(name: Buffer): string {
  const shown = decode(name).normalize('NFC').replace(INERT, toCode);
  if (Buffer.byteLength(shown) <= MAX_SHOWN_BYTES) return shown;
  let kept = '';
  let length = Buffer.byteLength('…');
  for (const character of shown) {
    length += Buffer.byteLength(character);
    if (length > MAX_SHOWN_BYTES) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A name for a download: the exhibit number, and of the declared name letters, digits and single dots. */
export function toFileName(number: string, name: Buffer): string {
  const plain = decode(name)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[._-]+|[._-]+$/g, '');
  return plain === '' ? number : `${number}-${plain.slice(-MAX_FILE_NAME).replace(/^[._-]+/, '')}`;
}
