import { setImmediate } from 'node:timers/promises';
import { flowAssetWord, formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { assetOf, type FlowSelection, isoTime, labelOf, markOf } from './flow-files/flow-selection.ts';
import { fitText, LINE, MARGIN, MUTED, type Paper, type PdfDoc, PLAIN, printable, SHEETS } from './flow-pdf-page.ts';
import type { FontName } from './pdf-font.ts';
import { breakLines } from './pdf-text.ts';

/** Payments that are printed; whoever needs more rows needs a spreadsheet. */
const MOST_PRINTED = 5_000;
const SIZE = 6.6;
const STEP = 9;
const GAP = 5;
const HEAD = 46;
const INK = '#16191d';
/** Rows set before other work gets a turn. */
const SLICE = 100;

/** Parts of the width: number, time, from, to, amount, traced. */
const COLUMNS = [
  { title: 'No.', share: 0.04, isRight: false },
  { title: 'First payment, UTC', share: 0.115, isRight: false },
  { title: 'From', share: 0.25, isRight: false },
  { title: 'To', share: 0.25, isRight: false },
  { title: 'Amount', share: 0.19, isRight: true },
  { title: 'Traced', share: 0.155, isRight: true },
] as const;

interface Cell {
  readonly text: string;
  readonly font: FontName;
  readonly ink: string;
}

const plain = (text: string, font: FontName = 'sans'): Cell => ({ text, font, ink: INK });
const muted = (text: string, font: FontName = 'sans'): Cell => ({ text, font, ink: MUTED });

function timeText(seconds: number | null): string {
  return isoTime(seconds)?.replace('T', ' ').replace('Z', '') ?? 'not known';
}

/** Names below the addresses, where they say something else. */
function nameOf(selection: FlowSelection, id: string): string {
  const { document } = selection;
  const node = document.nodes[id];
  if (!node) return '';
  const label = labelOf(document, node);
  const { exhibit } = markOf(document, id);
  const mark = exhibit === undefined ? '' : `E${exhibit} `;
  return label === node.text ? mark.trim() : `${mark}${label}`;
}

/** The two lines of a payment, one cell per column; the rest of it is below them over the whole width. */
function linesOf(selection: FlowSelection, edge: FlowEdge, number: number): readonly (readonly Cell[])[] {
  const { document } = selection;
  const asset = assetOf(document, edge.asset);
  const amountOf = (units: string) => `${formatFlowAmount(units, asset)} ${flowAssetWord(asset)}`;
  const [from, to] = [document.nodes[edge.from]?.text ?? '', document.nodes[edge.to]?.text ?? ''];
  const last = edge.lastTime === edge.firstTime || edge.lastTime === null ? '' : `to ${timeText(edge.lastTime)}`;
  const count = edge.count > 1 ? `${edge.count} payments` : '';
  return [
    [
      plain(String(number)),
      plain(timeText(edge.firstTime)),
      plain(from, 'mono'),
      plain(to, 'mono'),
      plain(amountOf(edge.amount)),
      edge.tainted === null ? muted('not traced') : plain(amountOf(edge.tainted)),
    ],
    [
      muted(''),
      muted(last),
      muted(nameOf(selection, edge.from)),
      muted(nameOf(selection, edge.to)),
      muted(count),
      muted(edge.basis),
    ],
  ];
}

/** Transactions of a payment, and its other details. */
function restOf({ document }: FlowSelection, edge: FlowEdge, hidden: ReadonlySet<string>): string {
  const { label, note } = markOf(document, edge.id);
  const more = edge.count > edge.refs.length ? `and ${edge.count - edge.refs.length} more` : '';
  const isHidden = [edge.id, edge.from, edge.to].some((id) => hidden.has(id)) ? 'Hidden in the drawing.' : '';
  return [edge.refs.join('  '), more, edge.rule ?? '', label ?? '', note ?? '', isHidden]
    .filter((part) => part !== '')
    .join('  ');
}

/** Sets the table page after page. `addPage` opens one; the foot is set when all pages are known. */
class TableSetter {
  readonly #doc: PdfDoc;
  readonly #paper: Paper;
  readonly #title: string;
  #y = Number.POSITIVE_INFINITY;

  constructor(doc: PdfDoc, paper: Paper, title: string) {
    this.#doc = doc;
    this.#paper = paper;
    this.#title = title;
  }

  get #room(): { readonly width: number; readonly bottom: number } {
    const [width, height] = SHEETS[this.#paper];
    return { width: width - 2 * MARGIN.side, bottom: height - MARGIN.bottom };
  }

  #openPage(): void {
    const doc = this.#doc;
    doc.addPage();
    doc.font('bold').fontSize(10).fillColor(INK, 1);
    doc.text(fitText(doc, this.#title, this.#room.width), MARGIN.side, MARGIN.top, PLAIN);
    this.#y = MARGIN.top + HEAD - 22;
    this.#setLine(COLUMNS.map(({ title }) => ({ text: title, font: 'bold', ink: MUTED })));
    this.#y += 4;
  }

  #setLine(cells: readonly Cell[]): void {
    const doc = this.#doc;
    let x: number = MARGIN.side;
    for (const [i, { text, font, ink }] of cells.entries()) {
      const { share, isRight } = COLUMNS[i] ?? { share: 0, isRight: false };
      const width = share * this.#room.width;
      if (text !== '') {
        doc.font(font).fontSize(SIZE).fillColor(ink, 1);
        const shown = fitText(doc, text, width - GAP);
        const shift = isRight ? width - doc.widthOfString(shown, PLAIN) : 0;
        doc.text(shown, x + shift, this.#y, PLAIN);
      }
      x += width;
    }
    this.#y += STEP;
  }

  addRow(lines: readonly (readonly Cell[])[], rest: string): void {
    const doc = this.#doc;
    const { width, bottom } = this.#room;
    const kept = lines.filter((line) => line.some(({ text }) => text !== ''));
    doc.font('mono').fontSize(SIZE);
    const indent = COLUMNS[0].share * width;
    const more =
      rest === '' ? [] : breakLines(printable(doc, rest), width - indent, (text) => doc.widthOfString(text, PLAIN));
    if (this.#y + (kept.length + Math.min(more.length, 3)) * STEP + GAP > bottom) this.#openPage();
    doc
      .moveTo(MARGIN.side, this.#y - 3)
      .lineTo(MARGIN.side + width, this.#y - 3)
      .lineWidth(0.3)
      .strokeColor(LINE, 1)
      .stroke();
    for (const line of kept) this.#setLine(line);
    for (const line of more) {
      if (this.#y + STEP > bottom) this.#openPage();
      doc.font('mono').fontSize(SIZE).fillColor(MUTED, 1);
      doc.text(line, MARGIN.side + indent, this.#y, PLAIN);
      this.#y += STEP;
    }
    this.#y += GAP;
  }
}

/** Every payment of a selection as rows on pages of their own; says where it leaves rows to the CSV file. */
export async function drawPaymentTable(doc: PdfDoc, selection: FlowSelection, paper: Paper): Promise<void> {
  const { document, edges } = selection;
  if (edges.length === 0) return;
  const hidden = new Set(document.hidden);
  const printed = edges.slice(0, MOST_PRINTED);
  const left = edges.length - printed.length;
  const rest = left > 0 ? `; the first ${printed.length} by time, the CSV file has all` : ', by time';
  const setter = new TableSetter(doc, paper, `${edges.length} payments of “${document.title}”${rest}`);
  for (const [i, edge] of printed.entries()) {
    setter.addRow(linesOf(selection, edge, i + 1), restOf(selection, edge, hidden));
    if (i % SLICE === SLICE - 1) await setImmediate();
  }
}
