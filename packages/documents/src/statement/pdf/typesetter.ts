import bidiFactory from 'bidi-js';
import { FALLBACKS, Face, type FaceName, toLiteral } from './faces.ts';

/** What is used of the library, whose declarations leave its shape out. */
interface Bidi {
  getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl' | 'auto'): { readonly levels: Uint8Array };
  getMirroredCharacter(character: string): string | null;
}

const bidi = (bidiFactory as unknown as () => Bidi)();
const MAX_KEPT = 2_000;
/** Marks a reader can lose count of: a stack of more could cover the rows above. */
const MAX_MARKS = 2;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/u;
const MARK = /\p{M}/u;
const NONE = new Uint8Array();
/** Text of a glyph that is a part of the one before it: nothing to read, yet each glyph has a text. */
const PART = '\u200b';

/** A glyph at its place, thousandths of the size from the start of the text and from its base line. */
interface PlacedGlyph {
  readonly bytes: Uint8Array;
  readonly x: number;
  readonly y: number;
}

/** Glyphs of one face in a row, or at places of their own. */
interface Piece {
  readonly face: Face;
  /** Of a literal string. */
  readonly bytes: Uint8Array;
  readonly placed: readonly PlacedGlyph[] | undefined;
}

/** A text ready to be drawn in any size. */
export interface SetText {
  /** Thousandths of the size. */
  readonly width: number;
  readonly pieces: readonly Piece[];
  /** What the glyphs show, where they do not show it letter by letter. */
  readonly actual: string | undefined;
}

function nameCharacter(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

interface Run {
  readonly face: Face;
  readonly level: number;
  text: string;
}

/** Rule L2 of UAX 9: what is right to left is turned round, from the innermost level outwards. */
function orderRuns(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs];
  const highest = Math.max(...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to++;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** Sets text of any script: what a face lacks comes from another, directions and joined letters are as they are read. */
export class Typesetter {
  readonly #faces = new Map<FaceName, Face>();
  readonly #set = new Map<FaceName, Map<string, SetText>>();

  face(name: FaceName): Face {
    const known = this.#faces.get(name);
    if (known) return known;
    const face = new Face(name, `F${this.#faces.size + 1}`);
    this.#faces.set(name, face);
    return face;
  }

  /** Faces that were used, in the order of their keys. */
  get faces(): readonly Face[] {
    return [...this.#faces.values()];
  }

  set(text: string, name: FaceName): SetText {
    const face = this.face(name);
    return this.#setPlain(text, face) ?? this.#setKept(text, name, face);
  }

  /** What is shaped is kept: labels of strangers come back on each page. */
  #setKept(text: string, name: FaceName, face: Face): SetText {
    let known = this.#set.get(name);
    if (!known) {
      known = new Map();
      this.#set.set(name, known);
    }
    const found = known.get(text);
    if (found) return found;
    const made = this.#setAny(text, face);
    if (known.size >= MAX_KEPT) known.clear();
    known.set(text, made);
    return made;
  }

  /** Points. */
  width(text: string, name: FaceName, size: number): number {
    const width = this.face(name).widthPlain(text) ?? this.set(text, name).width;
    return (width * size) / 1_000;
  }

  /** Nearly everything: common letters that are all in the face. */
  #setPlain(text: string, face: Face): SetText | undefined {
    const plain = face.encodePlain(text);
    if (plain === undefined) return undefined;
    return { width: plain.width, pieces: [{ face, bytes: plain.bytes, placed: undefined }], actual: undefined };
  }

  #faceFor(character: string, main: Face): Face | undefined {
    const code = character.codePointAt(0) ?? 0;
    if (main.has(code)) return main;
    for (const name of FALLBACKS) if (this.face(name).font.hasGlyphForCodePoint(code)) return this.face(name);
    return undefined;
  }

  /**
   * Text on one line, composed, blanks folded. Controls, direction marks, tall stacks of marks and letters that no face has appear as
   * `[U+0000]`, so that nothing is hidden.
   */
  #clean(text: string, main: Face): string {
    const composed = text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\s\u00a0]+/gu, ' ')
      .trim();
    let marks = 0;
    return Array.from(composed, (character) => {
      marks = MARK.test(character) ? marks + 1 : 0;
      const isShown = !INVISIBLE.test(character) && marks <= MAX_MARKS && this.#faceFor(character, main) !== undefined;
      return isShown ? character : nameCharacter(character);
    }).join('');
  }

  #splitRuns(text: string, main: Face): Run[] {
    const { levels } = bidi.getEmbeddingLevels(text, 'auto');
    const runs: Run[] = [];
    let at = 0;
    for (const character of text) {
      const level = levels[at] ?? 0;
      at += character.length;
      const last = runs.at(-1);
      const code = character.codePointAt(0) ?? 0;
      const before = last?.level === level && (MARK.test(character) || character === ' ') ? last.face : undefined;
      const face = before?.has(code) ? before : (this.#faceFor(character, main) ?? main);
      if (last && last.face === face && last.level === level) last.text += character;
      else runs.push({ face, level, text: character });
    }
    return runs;
  }

  #setAny(text: string, main: Face): SetText {
    const clean = this.#clean(text, main);
    if (clean === '') return { width: 0, pieces: [], actual: undefined };
    const pieces: Piece[] = [];
    let x = 0;
    for (const run of orderRuns(this.#splitRuns(clean, main))) {
      const { piece, width } = shapeRun(run, x);
      pieces.push(piece);
      x += width;
    }
    return { width: x, pieces, actual: clean };
  }
}

/** Brackets of right-to-left text open to the other side. */
function mirror(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Glyphs of one run in the order they are seen, joined and placed as the font states. */
function shapeRun({ face, level, text }: Run, start: number): { readonly piece: Piece; readonly width: number } {
  const isRight = level % 2 === 1;
  const scale = 1_000 / face.font.unitsPerEm;
  const run = face.font.layout(isRight ? mirror(text) : text, undefined, undefined, undefined, isRight ? 'rtl' : 'ltr');
  const placed: PlacedGlyph[] = [];
  let x = start;
  for (const [i, glyph] of run.glyphs.entries()) {
    const position = run.positions[i];
    const embedded = face.embed(glyph, String.fromCodePoint(...glyph.codePoints) || PART);
    placed.push({
      bytes: toLiteral([embedded.number]),
      x: x + (position?.xOffset ?? 0) * scale,
      y: (position?.yOffset ?? 0) * scale,
    });
    x += (position?.xAdvance ?? glyph.advanceWidth) * scale;
  }
  return { piece: { face, bytes: NONE, placed }, width: x - start };
}
