import { setImmediate } from 'node:timers/promises';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { drawFlow } from '@trailmark/drawing/flow/draw-flow';
import type { Picture, PictureItem, PicturePath, PictureText } from '@trailmark/drawing/picture/picture';
import PDFDocument from 'pdfkit';
import { asOfLines, type FlowFileFacts, isoTime, selectFlow, withNotedNames } from './flow-files/flow-selection.ts';
import { drawFoot, MARGIN, type Paper, type PdfDoc, PLAIN, printable, SHEETS } from './flow-pdf-page.ts';
import { drawPaymentTable } from './flow-pdf-table.ts';
import { FONT_NAMES, type FontName, readFont } from './pdf-font.ts';

/** Items drawn before other work gets a turn. */
const SLICE = 200;
const FONTS: Readonly<Record<PictureText['font'], FontName>> = {
  sans: 'sans',
  bold: 'bold',
  italic: 'sans',
  mono: 'mono',
};
/** The sans face is slanted where a note asks for italics. */
const SLANT = 10;
export interface FlowPdfOptions {
  readonly only: readonly string[] | undefined;
  readonly paper: Paper;
  readonly facts: FlowFileFacts;
}

function drawPath(doc: PdfDoc, { d, at, fill, isEvenOdd, stroke, opacity = 1 }: PicturePath): void {
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

function drawText(doc: PdfDoc, item: PictureText): void {
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

function drawItem(doc: PdfDoc, item: PictureItem): void {
  if (item.kind === 'path') drawPath(doc, item);
  else drawText(doc, item);
}

function openDocument(picture: Picture, size: readonly [number, number], { at, software }: FlowFileFacts): PdfDoc {
  const date = new Date(at * 1000);
  const doc = new PDFDocument({
    size: [...size],
    margin: 0,
    // The foot of a page says how many there are.
    bufferPages: true,
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

/** Smaller than this, words of a drawing cannot be read: it is then shown again in parts. */
const LEAST_LEGIBLE = 0.7;
/** Sheets a drawing is cut into at most; a larger one is shown smaller. Every sheet holds every item, so many items mean few sheets. */
const MOST_PARTS = 36;
const MOST_ITEMS = 120_000;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** The drawing, or a part of it from a place on, in the room of a sheet. */
async function drawPart(
  doc: PdfDoc,
  picture: Picture,
  room: Room,
  { scale, x, y }: { readonly scale: number; readonly x: number; readonly y: number },
): Promise<void> {
  doc.save().rect(MARGIN.side, MARGIN.top, room.width, room.height).clip();
  doc.translate(MARGIN.side - x * scale, MARGIN.top - y * scale).scale(scale);
  for (const [i, item] of picture.items.entries()) {
    drawItem(doc, item);
    if (i % SLICE === SLICE - 1) await setImmediate();
  }
  doc.restore();
}

/** Columns and rows of sheets on which a drawing can be read, and how large it is on them. */
function planParts(
  picture: Picture,
  room: Room,
): { readonly columns: number; readonly rows: number; readonly scale: number } {
  const most = Math.max(4, Math.min(MOST_PARTS, Math.floor(MOST_ITEMS / picture.items.length)));
  for (let scale = LEAST_LEGIBLE; ; scale *= 0.9) {
    const columns = Math.ceil((picture.width * scale) / room.width);
    const rows = Math.ceil((picture.height * scale) / room.height);
    if (columns * rows <= most) return { columns, rows, scale };
  }
}

/** The drawing on one sheet, and where it is too small there to be read, once more in parts. Returns what each page is. */
async function drawPicture(doc: PdfDoc, picture: Picture, room: Room): Promise<readonly string[]> {
  const whole = Math.min(1, room.width / picture.width, room.height / picture.height);
  await drawPart(doc, picture, room, { scale: whole, x: 0, y: 0 });
  const said = `Drawn at ${Math.round(whole * 100)} % of its size.`;
  if (whole >= LEAST_LEGIBLE) return [said];
  const { columns, rows, scale } = planParts(picture, room);
  const pages = [`${said} The next ${columns * rows} pages show it in parts.`];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      doc.addPage();
      const part = { scale, x: (column * room.width) / scale, y: (row * room.height) / scale };
      await drawPart(doc, picture, room, part);
      const place = `row ${row + 1} of ${rows}, column ${column + 1} of ${columns}`;
      pages.push(`Part of the drawing: ${place}, at ${Math.round(scale * 100)} % of its size.`);
    }
  }
  return pages;
}

/** What a coin flow shows as sheets: vectors in black with legend and caption, every payment as a row, and what it rests on at the foot. */
export async function writeFlowPdf(
  document: FlowDocument,
  { only, paper, facts }: FlowPdfOptions,
): Promise<Uint8Array> {
  // A name on the drawing is cut after some characters: what is stated against it has a line of its own.
  const notes = new Map([...(facts.notes ?? [])].map(([id, note]) => [id, note.split('; ')]));
  const picture = drawFlow(document, { palette: 'paper', only, notes });
  const [width, height] = SHEETS[paper];
  const doc = openDocument(picture, [width, height], facts);
  const chunks: Buffer[] = [];
  const end = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const room = { width: width - 2 * MARGIN.side, height: height - MARGIN.top - MARGIN.bottom };
  const pages = await drawPicture(doc, picture, room);
  await drawPaymentTable(doc, selectFlow(withNotedNames(document, facts.notes), only), paper);
  const asOf = asOfLines(document);
  const foot = [
    `As of ${asOf.length > 0 ? asOf.join('; ') : 'nothing: not traced here'}`,
    `Document SHA-256 ${groupHash(facts.documentHash)}`,
    `${facts.software}, ${isoTime(facts.at) ?? ''}.`,
  ];
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const lines = [...foot.slice(0, 2), `${foot[2]} ${pages[page] ?? 'Payments.'}`];
    drawFoot(doc, lines, paper, `Page ${page + 1} of ${count}`);
  }
  doc.end();
  await end;
  return Buffer.concat(chunks);
}
