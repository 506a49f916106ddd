import type { FaceName } from './faces.ts';
import { num, type ObjectId, pdfString } from './pdf-file.ts';
import type { Element, StructureTree } from './structure.ts';
import type { SetText, Typesetter } from './typesetter.ts';

/** A4 in points. */
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;

export interface TextStyle {
  readonly face?: FaceName;
  readonly size?: number;
  /** 0 is black. */
  readonly gray?: number;
  readonly align?: 'left' | 'right' | 'middle';
  readonly isSlanted?: boolean;
}

/** Drawing operators of one page or form; places are points from the upper left corner. */
export class Canvas {
  readonly type: Typesetter;
  #bytes: Buffer;
  #length = 0;
  #gray = 0;

  /** `room`: bytes that are there from the start. */
  constructor(type: Typesetter, room = 512) {
    this.type = type;
    this.#bytes = Buffer.allocUnsafeSlow(room);
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const longer = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + length));
    this.#bytes.copy(longer, 0, 0, this.#length);
    this.#bytes = longer;
  }

  #put(text: string): void {
    this.#room(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  #show(before: string, literal: Uint8Array, after: string): void {
    this.#put(before);
    this.#room(literal.length);
    this.#bytes.set(literal, this.#length);
    this.#length += literal.length;
    this.#put(after);
  }

  add(operator: string): void {
    this.#put(operator);
    this.#put('\n');
  }

  #ink(gray: number): void {
    if (gray === this.#gray) return;
    this.#gray = gray;
    this.add(`${num(gray)} g`);
  }

  /** Draws a line of text on a base line; gives its width in points. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    if (text === '') return 0;
    const { face = 'sans', size = 8, gray = 0, align = 'left', isSlanted = false } = style;
    const set = this.type.set(text, face);
    const width = (set.width * size) / 1_000;
    this.#ink(gray);
    const left = align === 'right' ? x - width : align === 'middle' ? x - width / 2 : x;
    if (set.actual !== undefined) this.add(`/Span<</ActualText${pdfString(set.actual)}>>BDC`);
    this.#pieces(set, left, PAGE_HEIGHT - y, size, isSlanted);
    if (set.actual !== undefined) this.add('EMC');
    return width;
  }

  #pieces({ pieces }: SetText, x: number, y: number, size: number, isSlanted: boolean): void {
    const slant = isSlanted ? '.2' : '0';
    const scale = size / 1_000;
    for (const { face, bytes, placed } of pieces) {
      const font = `BT /${face.key} ${num(size)} Tf`;
      if (placed === undefined) {
        this.#show(`${font} 1 0 ${slant} 1 ${num(x)} ${num(y)} Tm(`, bytes, ')Tj ET\n');
        continue;
      }
      this.add(font);
      for (const glyph of placed)
        this.#show(`1 0 ${slant} 1 ${num(x + glyph.x * scale)} ${num(y + glyph.y * scale)} Tm(`, glyph.bytes, ')Tj\n');
      this.add('ET');
    }
  }

  /** A filled rectangle; `y` is its upper edge. */
  fill(x: number, y: number, width: number, height: number, gray = 0): void {
    this.#ink(gray);
    this.add(`${num(x)} ${num(PAGE_HEIGHT - y - height)} ${num(width)} ${num(height)} re f`);
  }

  outline(x: number, y: number, width: number, height: number, thickness = 0.75): void {
    this.add(`${num(thickness)} w ${num(x)} ${num(PAGE_HEIGHT - y - height)} ${num(width)} ${num(height)} re S`);
  }

  rule(x: number, y: number, width: number, thickness = 0.6, gray = 0): void {
    this.fill(x, y - thickness / 2, width, thickness, gray);
  }

  /** A path through points, filled or drawn. */
  path(points: readonly (readonly [number, number])[], paint: 'f' | 'S', thickness = 1, gray = 0): void {
    if (points.length === 0) return;
    if (paint === 'f') this.#ink(gray);
    const steps = points.map(([x, y], i) => `${num(x)} ${num(PAGE_HEIGHT - y)} ${i === 0 ? 'm' : 'l'}`);
    this.add(`${num(thickness)} w ${steps.join(' ')} ${paint}`);
  }

  /** The longest start of a text that is no wider, with a mark where there is more. */
  fit(text: string, width: number, face: FaceName, size: number): string {
    if (this.type.width(text, face, size) <= width) return text;
    const characters = Array.from(text.slice(0, 400));
    let [low, high] = [0, characters.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const part = `${characters.slice(0, middle).join('').trimEnd()}…`;
      if (this.type.width(part, face, size) <= width) low = middle;
      else high = middle - 1;
    }
    return `${characters.slice(0, low).join('').trimEnd()}…`;
  }
}

/** Most pages have less content. */
const PAGE_BYTES = 32 * 1024;

/** A page: what is drawn on it belongs to an element of the structure, or is an artifact. */
export class Page extends Canvas {
  readonly id: ObjectId;
  /** Object of its page number, written when the number of pages is known. */
  readonly number: ObjectId;
  readonly key: number;
  readonly owners: ObjectId[] = [];
  readonly annotations: ObjectId[] = [];
  readonly #tree: StructureTree;

  constructor(ids: { readonly id: ObjectId; readonly number: ObjectId }, tree: StructureTree, type: Typesetter) {
    super(type, PAGE_BYTES);
    this.id = ids.id;
    this.number = ids.number;
    this.key = tree.addPage();
    this.#tree = tree;
  }

  /** What `draw` draws is content of the element. */
  mark(element: Element, draw: () => void): void {
    const mcid = this.owners.push(element.id) - 1;
    this.#tree.addContent(element, this.id, mcid);
    this.add(`/${element.type}<</MCID ${mcid}>>BDC`);
    draw();
    this.add('EMC');
  }

  /** What `draw` draws is decoration, or repeats on each page. */
  artifact(draw: () => void, kind = ''): void {
    this.add(kind === '' ? '/Artifact BMC' : `/Artifact<</Type/Pagination/Subtype/${kind}>>BDC`);
    draw();
    this.add('EMC');
  }
}
