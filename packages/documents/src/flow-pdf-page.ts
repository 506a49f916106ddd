import { AppError } from '@trailmark/core/errors';
import type PDFDocument from 'pdfkit';
import { toPrintable } from './pdf-text.ts';

/** Landscape sheets in points. */
export const SHEETS = {
  a4: [841.89, 595.28],
  a3: [1190.55, 841.89],
  a2: [1683.78, 1190.55],
} as const;
export type Paper = keyof typeof SHEETS;
export const MARGIN = { side: 57, top: 34, bottom: 74 } as const;
export const MUTED = '#565d66';
export const LINE = '#b9bfc7';
/** Characters of a line at the foot that are looked at: no sheet has room for more. */
const MAX_FOOT = 1_000;

/** One line where it is put, without ligatures: they would make one glyph of two characters of an address. */
export const PLAIN = {
  lineBreak: false,
  features: { liga: false, clig: false, calt: false },
} as unknown as PDFKit.Mixins.TextOptions;

export type PdfDoc = InstanceType<typeof PDFDocument>;

interface OpenFont {
  readonly font?: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** Text as the open font can print it; see `toPrintable`. */
export function printable(doc: PdfDoc, text: string): string {
  const open = (doc as unknown as { readonly _font?: OpenFont })._font?.font;
  if (!open) throw new AppError('internal', 'A font was not opened before text was set in it.');
  return toPrintable(text, (codePoint) => open.hasGlyphForCodePoint(codePoint));
}

/** Text cut to a width in points, with dots where something is missing. */
export function fitText(doc: PdfDoc, text: string, room: number): string {
  let shown = printable(doc, text.slice(0, MAX_FOOT).toWellFormed());
  while (shown.length > 1 && doc.widthOfString(shown, PLAIN) > room)
    shown = `${shown.slice(0, Math.floor(shown.length * 0.9))}…`;
  return shown;
}

/** What every page says at its foot, and which page it is. */
export function drawFoot(doc: PdfDoc, lines: readonly string[], paper: Paper, page: string): void {
  const [width, height] = SHEETS[paper];
  const top = height - MARGIN.bottom + 24;
  doc
    .moveTo(MARGIN.side, top - 6)
    .lineTo(width - MARGIN.side, top - 6)
    .lineWidth(0.6)
    .strokeColor(LINE, 1)
    .stroke();
  doc.font('sans').fontSize(7.5).fillColor(MUTED, 1);
  const room = width - 2 * MARGIN.side - 80;
  for (const [i, line] of lines.entries()) doc.text(fitText(doc, line, room), MARGIN.side, top + i * 11, PLAIN);
  doc.text(page, width - MARGIN.side - doc.widthOfString(page, PLAIN), top, PLAIN);
}
