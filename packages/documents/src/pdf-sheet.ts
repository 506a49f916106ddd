import { AppError } from '@trailmark/core/errors';
import PDFDocument from 'pdfkit';
import { FONT_NAMES, type FontName, readFont } from './pdf-font.ts';
import { breakLines, toPrintable } from './pdf-text.ts';

/** A4 in points, with the margins of a letter. */
const PAGE = { width: 595.28, height: 841.89, left: 68, right: 56, top: 60, bottom: 74 };
export const SHEET_WIDTH = PAGE.width - PAGE.left - PAGE.right;

const INK = { text: '#16191d', muted: '#565d66', line: '#b9bfc7', warning: '#8a1c1c' } as const;
type Ink = keyof typeof INK;

export interface TextStyle {
  readonly font?: FontName;
  readonly size?: number;
  readonly ink?: Ink;
  /** Points from the left margin, and width from there. */
  readonly indent?: number;
  readonly width?: number;
  /** Points left free below. */
  readonly after?: number;
}

export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  /** Seconds since 1970; the only date in the file. */
  readonly date: number;
  readonly software: string;
}

/** What pdfkit knows of the font in use; its type declarations leave it out. */
interface OpenFont {
  readonly font?: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** Every character of IBM Plex Mono is 600 of 1,000 units wide. */
const MONO_ADVANCE = 0.6;
const MAX_BROKEN = 500;

/** Ligatures would make one glyph of two characters of an address. */
const PLAIN = {
  lineBreak: false,
  features: { liga: false, clig: false, calt: false },
} as unknown as PDFKit.Mixins.TextOptions;

/**
 * A document written from top to bottom on A4 pages. Every line is measured and placed here, so no text can move
 * another; there are no links, scripts, forms or actions. The same calls give the same bytes.
 */
export class PdfSheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #end: Promise<void>;
  /** Lines of texts that were measured, so that what is measured first and set afterwards is broken once. */
  readonly #broken = new Map<string, readonly string[]>();
  #y = PAGE.top;

  constructor(info: SheetInfo) {
    const date = new Date(info.date * 1000);
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      autoFirstPage: true,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: info.title.slice(0, 300),
        Author: info.author.slice(0, 300),
        Creator: info.software.slice(0, 100),
        Producer: info.software.slice(0, 100),
        CreationDate: date,
        ModDate: date,
      },
    });
    for (const name of FONT_NAMES) this.#doc.registerFont(name, readFont(name));
    this.#end = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.#doc.on('end', resolve);
      this.#doc.on('error', reject);
    });
  }

  #use({ font = 'sans', size = 10, ink = 'text' }: TextStyle): void {
    this.#doc.font(font).fontSize(size).fillColor(INK[ink]);
  }

  #hasGlyph = (codePoint: number): boolean => {
    const open = (this.#doc as unknown as { readonly _font?: OpenFont })._font?.font;
    if (!open) throw new AppError('internal', 'A font was not opened before text was set in it.');
    return open.hasGlyphForCodePoint(codePoint);
  };

  #measure = (text: string): number => this.#doc.widthOfString(text, PLAIN);

  #measureIn({ font, size = 10 }: TextStyle): (text: string) => number {
    return font === 'mono' ? (text) => text.length * MONO_ADVANCE * size : this.#measure;
  }

  #lines(text: string, style: TextStyle): readonly string[] {
    const width = style.width ?? SHEET_WIDTH - (style.indent ?? 0);
    const key = `${style.font} ${style.size} ${width} ${text}`;
    const known = this.#broken.get(key);
    if (known) return known;
    this.#use(style);
    const lines = breakLines(toPrintable(text, this.#hasGlyph), width, this.#measureIn(style));
    if (this.#broken.size >= MAX_BROKEN) this.#broken.clear();
    this.#broken.set(key, lines);
    return lines;
  }

  /** The part of a text that fits one line, with a mark where there is more. */
  #firstLine(text: string, style: TextStyle): string {
    const lines = this.#lines(text, style);
    if (lines.length < 2) return lines[0] ?? '';
    const [shorter = ''] = this.#lines(text, { ...style, width: (style.width ?? SHEET_WIDTH) - 12 });
    return `${shorter} …`;
  }

  #lineHeight({ size = 10 }: TextStyle): number {
    return size * 1.42;
  }

  /** Points a text takes. */
  heightOf(text: string, style: TextStyle = {}): number {
    return this.#lines(text, style).length * this.#lineHeight(style) + (style.after ?? 0);
  }

  /** Starts a page unless so many points are left on this one. */
  keep(points: number): void {
    if (this.#y + points > PAGE.height - PAGE.bottom) this.startPage();
  }

  startPage(): void {
    this.#doc.addPage();
    this.#y = PAGE.top;
  }

  space(points: number): void {
    this.#y += points;
  }

  text(text: string, style: TextStyle = {}): void {
    const step = this.#lineHeight(style);
    for (const line of this.#lines(text, style)) {
      this.keep(step);
      this.#use(style);
      this.#doc.text(line, PAGE.left + (style.indent ?? 0), this.#y, PLAIN);
      this.#y += step;
    }
    this.#y += style.after ?? 0;
  }

  /** Points a named value takes. */
  fieldHeight(value: string, style: TextStyle & { readonly nameWidth?: number } = {}): number {
    const { nameWidth = 104, ...rest } = style;
    return this.heightOf(value, { ...rest, indent: (style.indent ?? 0) + nameWidth, after: style.after ?? 2 });
  }

  /** A name and, next to it, its value. */
  field(name: string, value: string, style: TextStyle & { readonly nameWidth?: number } = {}): void {
    const { nameWidth = 104, ...rest } = style;
    const size = style.size ?? 10;
    const indent = style.indent ?? 0;
    this.keep(this.#lineHeight({ size }));
    const nameSize = size >= 10 ? 9 : 8.5;
    this.#use({ size: nameSize, ink: 'muted' });
    // On the line of the value's first letters.
    const drop = (size - nameSize) * 0.8;
    this.#doc.text(toPrintable(name, this.#hasGlyph), PAGE.left + indent, this.#y + drop, PLAIN);
    this.text(value, { ...rest, indent: indent + nameWidth, after: style.after ?? 2 });
  }

  rule(after = 8): void {
    const y = this.#y;
    this.#doc
      .moveTo(PAGE.left, y)
      .lineTo(PAGE.left + SHEET_WIDTH, y)
      .lineWidth(0.6)
      .strokeColor(INK.line)
      .stroke();
    this.#y += after;
  }

  /** Lines to sign on, side by side, each with a word below. */
  signatureLines(labels: readonly string[]): void {
    const gap = 24;
    const width = (SHEET_WIDTH - gap * (labels.length - 1)) / labels.length;
    this.keep(70);
    this.#y += 40;
    for (const [i, label] of labels.entries()) {
      const x = PAGE.left + i * (width + gap);
      this.#doc
        .moveTo(x, this.#y)
        .lineTo(x + width, this.#y)
        .lineWidth(0.6)
        .strokeColor(INK.muted)
        .stroke();
      const style: TextStyle = { size: 8.5, ink: 'muted', width };
      const shown = this.#firstLine(label, style);
      this.#use(style);
      this.#doc.text(shown, x, this.#y + 4, PLAIN);
    }
    this.#y += 22;
  }

  #foot(lines: readonly string[], page: number, pages: number): void {
    const top = PAGE.height - PAGE.bottom + 20;
    this.#doc
      .moveTo(PAGE.left, top - 6)
      .lineTo(PAGE.left + SHEET_WIDTH, top - 6)
      .lineWidth(0.6)
      .strokeColor(INK.line)
      .stroke();
    const style: TextStyle = { size: 7.5, ink: 'muted', width: SHEET_WIDTH - 70 };
    for (const [i, text] of lines.entries()) {
      const line = this.#firstLine(text, style);
      this.#use(style);
      this.#doc.text(line, PAGE.left, top + i * 11, PLAIN);
    }
    const number = `Page ${page} of ${pages}`;
    this.#use(style);
    this.#doc.text(number, PAGE.left + SHEET_WIDTH - this.#measure(number), top, PLAIN);
  }

  /** Writes the foot of every page and gives the bytes. Call once, last. */
  async finish(foot: readonly string[]): Promise<Uint8Array> {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page);
      this.#foot(foot, page + 1, count);
    }
    this.#doc.end();
    await this.#end;
    return Buffer.concat(this.#chunks);
  }
}
