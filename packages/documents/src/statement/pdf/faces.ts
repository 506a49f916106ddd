import { readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import * as fontkit from 'fontkit';
import { unwrapWoff } from '../../pdf-font.ts';

/** The faces that documents are set in, and those that strangers' text falls back on, in the order they are tried. */
const FILES = {
  sans: 'IBMPlexSans-Regular.woff',
  bold: 'IBMPlexSans-SemiBold.woff',
  serif: 'IBMPlexSerif-Regular.woff',
  title: 'IBMPlexSerif-SemiBold.woff',
  mono: 'IBMPlexMono-Regular.woff',
  arabic: 'scripts/noto-sans-arabic-arabic-400-normal.woff',
  hebrew: 'scripts/noto-sans-hebrew-hebrew-400-normal.woff',
  devanagari: 'scripts/noto-sans-devanagari-devanagari-400-normal.woff',
  bengali: 'scripts/noto-sans-bengali-bengali-400-normal.woff',
  tamil: 'scripts/noto-sans-tamil-tamil-400-normal.woff',
  kannada: 'scripts/noto-sans-kannada-kannada-400-normal.woff',
  malayalam: 'scripts/noto-sans-malayalam-malayalam-400-normal.woff',
  thai: 'scripts/noto-sans-thai-thai-400-normal.woff',
  khmer: 'scripts/noto-sans-khmer-khmer-400-normal.woff',
  myanmar: 'scripts/noto-sans-myanmar-myanmar-400-normal.woff',
  thaana: 'scripts/noto-sans-thaana-thaana-400-normal.woff',
  armenian: 'scripts/noto-sans-armenian-armenian-400-normal.woff',
  georgian: 'scripts/noto-sans-georgian-georgian-400-normal.woff',
  korean: 'scripts/noto-sans-kr-korean-400-normal.woff',
  chinese: 'scripts/noto-sans-sc-chinese-simplified-400-normal.woff',
  symbols: 'scripts/noto-sans-symbols-2-symbols-400-normal.woff',
  /** Every letter of the basic plane, drawn plainly. */
  last: 'scripts/unifontex-latin-400-normal.woff',
} as const;
export type FaceName = keyof typeof FILES;
export const FALLBACKS: readonly FaceName[] = (Object.keys(FILES) as FaceName[]).slice(5);

/** Letters that follow one another from left to right and join nothing. */
function isCommon(code: number): boolean {
  if (code === 0xad) return false;
  const isLetter = (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code < 0x2c0) || (code >= 0x370 && code < 0x483);
  return isLetter || code === 0x2013 || code === 0x2212 || code === 0x201c || code === 0x201d || code === 0x2026;
}

const opened = new Map<FaceName, fontkit.Font>();

/** A font, read from disk once for all documents. */
export function openFont(name: FaceName): fontkit.Font {
  const known = opened.get(name);
  if (known) return known;
  const bytes = unwrapWoff(readFileSync(new URL(`../../../fonts/${FILES[name]}`, import.meta.url)));
  const font = fontkit.create(bytes);
  if (!('layout' in font)) throw new AppError('internal', `The font ${FILES[name]} is no single font.`);
  opened.set(name, font);
  return font;
}

/** What of a glyph a file needs: its number in the embedded part of the font, and how far it moves on, thousandths of the size. */
export interface EmbeddedGlyph {
  readonly number: number;
  readonly advance: number;
}

/** Characters that are found without a map: Latin, Greek, Cyrillic. */
const TABLE = 0x500;
/** Bytes that a literal string escapes: brackets, the backslash, and a carriage return, which readers turn into a line feed. */
const ESCAPED = new Map([
  [0x28, 0x28],
  [0x29, 0x29],
  [0x5c, 0x5c],
  [0x0d, 0x72],
]);

/** What each byte is escaped as; 0 where it is written as it is. */
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) => ESCAPED.get(byte) ?? 0);
/** Bytes of the text being written: nearly all are shorter. */
const scratch = new Uint8Array(1_024);

/** Glyph numbers as the bytes of a literal string (ISO 32000-1, 7.3.4.2), two a glyph. */
export function toLiteral(numbers: readonly number[] | Uint16Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  let at = 0;
  for (const number of numbers) {
    for (const byte of [number >> 8, number & 255]) {
      const escaped = ESCAPED.get(byte);
      if (escaped !== undefined) bytes[at++] = 0x5c;
      bytes[at++] = escaped ?? byte;
    }
  }
  return bytes.slice(0, at);
}

/**
 * A font as one file embeds it: only glyphs that were used, numbered as they were first used, with the text each of them shows.
 */
export class Face {
  readonly name: FaceName;
  /** `/F1` in the resources of pages. */
  readonly key: string;
  readonly font: fontkit.Font;
  readonly #subset: fontkit.Subset;
  readonly #glyphs = new Map<number, EmbeddedGlyph>();
  /** Null: the font lacks it. */
  readonly #byCharacter = new Map<number, EmbeddedGlyph | null>();
  /** By number in the subset: advance and text. */
  readonly #used: { readonly advance: number; readonly text: string }[] = [{ advance: 0, text: '' }];

  readonly #numbers = new Uint16Array(TABLE);
  readonly #advances = new Uint16Array(TABLE);

  constructor(name: FaceName, key: string) {
    this.name = name;
    this.key = key;
    this.font = openFont(name);
    this.#subset = this.font.createSubset();
  }

  /**
   * Glyphs of common letters as the bytes of a literal string, with their width in thousandths of the size; undefined where one of
   * them is no common letter or not in the font.
   */
  encodePlain(text: string): { readonly bytes: Uint8Array; readonly width: number } | undefined {
    const width = this.widthPlain(text);
    if (width === undefined) return undefined;
    const bytes = text.length * 4 <= scratch.length ? scratch : new Uint8Array(text.length * 4);
    let at = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const number = (code < TABLE ? this.#numbers[code] : this.find(code)?.number) ?? 0;
      bytes[at++] = number >> 8;
      const low = number & 255;
      const escaped = ESCAPES[low] ?? 0;
      if (escaped !== 0) bytes[at++] = 0x5c;
      bytes[at++] = escaped === 0 ? low : escaped;
    }
    return { bytes: bytes.slice(0, at), width };
  }

  /** Its width alone. Measuring makes glyphs part of the file, as writing them does. */
  widthPlain(text: string): number | undefined {
    let width = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const number = code < TABLE && this.#numbers[code] ? this.#numbers[code] : this.#learn(code);
      if (number === 0) return undefined;
      width += code < TABLE ? (this.#advances[code] ?? 0) : (this.find(code)?.advance ?? 0);
    }
    return width;
  }

  /** The number of a common letter's glyph; 0 where it is none, or the font lacks it. */
  #learn(code: number): number {
    const glyph = isCommon(code) ? this.find(code) : undefined;
    if (glyph === undefined) return 0;
    if (code < TABLE) {
      this.#numbers[code] = glyph.number;
      this.#advances[code] = glyph.advance;
    }
    return glyph.number;
  }

  has(codePoint: number): boolean {
    return this.find(codePoint) !== undefined;
  }

  find(codePoint: number): EmbeddedGlyph | undefined {
    const known = this.#byCharacter.get(codePoint);
    if (known !== undefined) return known === null ? undefined : known;
    const glyph = this.font.hasGlyphForCodePoint(codePoint)
      ? this.embed(this.font.glyphForCodePoint(codePoint), String.fromCodePoint(codePoint))
      : undefined;
    this.#byCharacter.set(codePoint, glyph ?? null);
    return glyph;
  }

  /** Glyph 0 shows that a letter is missing: an archival file never uses it (ISO 19005-2, 6.2.11.8). */
  embed(glyph: fontkit.Glyph, text: string): EmbeddedGlyph {
    const known = this.#glyphs.get(glyph.id);
    if (known) return known;
    // The declared type is of another version: a number goes in and comes out.
    const number = (this.#subset as unknown as { includeGlyph(id: number): number }).includeGlyph(glyph.id);
    const advance = Math.round((glyph.advanceWidth * 1_000) / this.font.unitsPerEm);
    const made = { number, advance };
    this.#used[number] = { advance, text };
    this.#glyphs.set(glyph.id, made);
    return made;
  }

  get isUsed(): boolean {
    return this.#glyphs.size > 0;
  }

  get usedGlyphs(): readonly { readonly advance: number; readonly text: string }[] {
    return this.#used;
  }

  encode(): Uint8Array {
    return this.#subset.encode();
  }
}
