import { setImmediate } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { drawFlow } from '@trailmark/drawing/flow/draw-flow';
import type { Picture, PictureItem, PicturePath, PictureText } from '@trailmark/drawing/picture/picture';
import PDFDocument from 'pdfkit';
import { asOfLines, type FlowFileFacts, isoTime } from './flow-files/flow-selection.ts';
import { FONT_NAMES, type FontName, readFont } from './pdf-font.ts';
import { toPrintable } from './pdf-text.ts';

/** Landscape sheets in points. */
const SHEETS = {
  a4: [841.89, 595.28],
  a3: [1190.55, 841.89],
  a2: [1683.78, 1190.55],
} as const;
const MARGIN = { side: 57, top: 34, bottom: 74 } as const;
/** Items drawn before other work gets a turn. */
const SLICE = 200;
/** Characters of a line at the foot that are looked at: no sheet has room for more. */
const MAX_FOOT = 1_000;
const MUTED = '#565d66';
const LINE = '#b9bfc7';
const FONTS: Readonly<Record<PictureText['font'], FontName>> = {
  sans: 'sans',
  bold: 'bold',
  italic: 'sans',
  mono: 'mono',
};
/** The sans face is slanted where a note asks for italics. */
const SLANT = 10;
const PLAIN = {
  lineBreak: false,
  features: { liga: false, clig: false, calt: false },
} as unknown as PDFKit.Mixins.TextOptions;

export interface FlowPdfOptions {
  readonly only: readonly string[] | undefined;
  readonly paper: keyof typeof SHEETS;
  readonly facts: FlowFileFacts;
}

interface OpenFont {
  readonly font?: { hasGlyphForCodePoint(codePoint: number): boolean };
}

function printable(doc: PDFKit.PDFDocument, text: string): string {
  const open = (doc as unknown as { readonly _font?: OpenFont })._font?.font;
  if (!open) throw new AppError('internal', 'A font was not opened before text was set in it.');
  return toPrintable(text, (codePoint) => open.hasGlyphForCodePoint(codePoint));
}

function drawPath(doc: PDFKit.PDFDocument, { d, at, fill, isEvenOdd, stroke, opacity = 1 }: PicturePath): void {
  doc.save();
  if (at) doc.translate(at.x, at.y).scale(at.scale);
  if (fill !== undefined)
    doc
      .path(d)
      .fillOpacity(opacity)
      .fillColor(fill, opacity)
      .fill(isEvenOdd ? 'even-odd' : 'non-zero');
  if (stroke) {
    const { colour, width, dash } = stroke;
    doc
      .path(d)
      .lineWidth(width)
      .strokeColor(colour, opacity * (stroke.opacity ?? 1));
    if (dash?.[0] !== undefined) doc.dash(dash[0], { space: dash[1] ?? dash[0] });
    doc.stroke();
  }
  doc.restore();
}

function drawText(doc: PDFKit.PDFDocument, item: PictureText): void {
  const { text, size, font, colour, anchor, halo, opacity = 1 } = item;
  doc.save().font(FONTS[font]).fontSize(size);
  const shown = printable(doc, text);
  const width = doc.widthOfString(shown, PLAIN);
  const x = anchor === 'start' ? item.x : anchor === 'end' ? item.x - width : item.x - width / 2;
  const options = font === 'italic' ? { ...PLAIN, oblique: SLANT } : PLAIN;
  // The base line: pdfkit places the top of the line.
  const { ascender } = (doc as unknown as { readonly _font: { readonly ascender: number } })._font;
  const y = item.y - (ascender / 1000) * size;
  if (halo !== undefined) {
    doc
      .rect(x - 1.5, item.y - size * 0.78, width + 3, size)
      .fillColor(halo, opacity * 0.75)
      .fill();
  }
  doc.fillColor(colour, opacity).text(shown, x, y, options);
  doc.restore();
}

function drawItem(doc: PDFKit.PDFDocument, item: PictureItem): void {
  if (item.kind === 'path') drawPath(doc, item);
  else drawText(doc, item);
}

function drawFoot(doc: PDFKit.PDFDocument, lines: readonly string[], [width, height]: readonly [number, number]): void {
  const top = height - MARGIN.bottom + 24;
  doc
    .moveTo(MARGIN.side, top - 6)
    .lineTo(width - MARGIN.side, top - 6)
    .lineWidth(0.6)
    .strokeColor(LINE, 1)
    .stroke();
  doc.font('sans').fontSize(7.5).fillColor(MUTED, 1);
  const room = width - 2 * MARGIN.side - 60;
  for (const [i, line] of lines.entries()) {
    let text = printable(doc, line.slice(0, MAX_FOOT).toWellFormed());
    while (doc.widthOfString(text, PLAIN) > room) text = `${text.slice(0, Math.floor(text.length * 0.9))}…`;
    doc.text(text, MARGIN.side, top + i * 11, PLAIN);
  }
  const page = 'Page 1 of 1';
  doc.text(page, width - MARGIN.side - doc.widthOfString(page, PLAIN), top, PLAIN);
}

function openDocument(
  picture: Picture,
  size: readonly [number, number],
  { at, software }: FlowFileFacts,
): PDFKit.PDFDocument {
  const date = new Date(at * 1000);
  const doc = new PDFDocument({
    size: [...size],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: picture.title,
      Subject: picture.description,
      Creator: software.slice(0, 100),
      Producer: software.slice(0, 100),
      CreationDate: date,
      ModDate: date,
    },
  });
  for (const name of FONT_NAMES) doc.registerFont(name, readFont(name));
  return doc;
}

function groupHash(hash: string): string {
  return hash.match(/.{1,8}/g)?.join(' ') ?? hash;
}

/** What a coin flow shows as one sheet: vectors in black, legend and caption within, and what it rests on at the foot. */
export async function writeFlowPdf(
  document: FlowDocument,
  { only, paper, facts }: FlowPdfOptions,
): Promise<Uint8Array> {
  const picture = drawFlow(document, { palette: 'paper', only });
  const [width, height] = SHEETS[paper];
  const doc = openDocument(picture, [width, height], facts);
  const chunks: Buffer[] = [];
  const end = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const room = { width: width - 2 * MARGIN.side, height: height - MARGIN.top - MARGIN.bottom };
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  doc.save().translate(MARGIN.side, MARGIN.top).scale(scale);
  for (const [i, item] of picture.items.entries()) {
    drawItem(doc, item);
    if (i % SLICE === SLICE - 1) await setImmediate();
  }
  doc.restore();
  const asOf = asOfLines(document);
  drawFoot(
    doc,
    [
      `As of ${asOf.length > 0 ? asOf.join('; ') : 'nothing: not traced here'}`,
      `Document SHA-256 ${groupHash(facts.documentHash)}`,
      `${facts.software}, ${isoTime(facts.at) ?? ''}. Drawn at ${Math.round(scale * 100)} % of its size.`,
    ],
    [width, height],
  );
  doc.end();
  await end;
  return Buffer.concat(chunks);
}
