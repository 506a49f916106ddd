import type {
  ReportBlock,
  ReportDocument,
  ReportFigure,
  ReportSection,
  ReportText,
} from '@trailmark/core/report/report-document';
import { type FigureLayout, layoutFigure } from '@trailmark/drawing/report/figure-layout';
import { legendOf } from '@trailmark/drawing/report/figure-legend';
import { NODE_RADIUS } from '@trailmark/drawing/report/figure-words';
import { findSecondHead } from '@trailmark/drawing/report/second-heads';
import { layoutTimeline } from '@trailmark/drawing/report/timeline-layout';
import { type Attachment, Book, type PageKind, Part } from '../statement/pdf/book.ts';
import { type Canvas, PAGE_HEIGHT, PAGE_WIDTH } from '../statement/pdf/canvas.ts';
import { drawMark } from '../statement/pdf/marks.ts';
import { BOTTOM, SHEET_WIDTH, Sheet, type SheetHead, SIDE } from '../statement/pdf/sheet.ts';
import type { Element } from '../statement/pdf/structure.ts';
import { type CellText, type Column, FlowTable } from '../statement/pdf/table.ts';
import { writeContents } from './report-contents.ts';
import { SIGNATURE_ROOM, writeSignature } from './report-signature.ts';
import { writeTimelineFigure } from './report-timeline.ts';
import { heightOfRuns, setRuns } from './runs.ts';

const BODY = { face: 'serif', size: 9.6, leading: 13.6 } as const;
const SMALL = { face: 'sans', size: 8, leading: 11 } as const;
const MARK_WORDS = { fact: 'Fact', inference: 'Inference', claim: 'Claim' } as const;
const GAP = 6;
const FIGURE_ROOM = 60;
/** What a table needs to begin: its head and a row. */
const TABLE_ROOM = 66;

function plain(text: ReportText): string {
  return text.map((run) => (typeof run === 'string' ? run : 'code' in run ? run.code : run.text)).join('');
}

/** One look a cell: fixed width where all of it is a name or a hash. */
function toCell(text: ReportText, isSum: boolean): CellText {
  const isCode = text.length === 1 && typeof text[0] === 'object' && 'code' in text[0];
  if (isCode) return { text: plain(text), face: 'mono', size: 6.3 };
  return { text: plain(text), face: isSum ? 'bold' : 'sans', size: 7.4 };
}

type Table = Extract<ReportBlock, { readonly kind: 'table' }>;

function toColumns({ columns }: Table): readonly Column[] {
  let at = 0;
  return columns.map(({ title, width, align }) => {
    const wide = (SHEET_WIDTH * width) / 100;
    const column = { title, align, width: wide - GAP, x: align === 'right' ? at + wide - GAP : at };
    at += wide;
    return column;
  });
}

function writeTable(sheet: Sheet, table: Table): void {
  if (table.caption !== '') {
    // A caption goes to the next page with the head and a row of its table.
    const wide = sheet.book.type.width(table.caption, 'bold', SMALL.size);
    sheet.need(TABLE_ROOM + Math.ceil((wide * 1.05) / SHEET_WIDTH) * SMALL.leading);
    setRuns(sheet, 'P', [table.caption], { ...SMALL, face: 'bold' });
  }
  const flow = new FlowTable(sheet, toColumns(table));
  for (const { cells, isSum } of table.rows) flow.row(cells.map((cell) => toCell(cell, isSum)));
  flow.finish();
}

function circle(x: number, y: number, radius: number): readonly (readonly [number, number])[] {
  return Array.from({ length: 25 }, (_, i) => {
    const angle = (Math.PI * 2 * i) / 24;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}

function drawNodes(canvas: Canvas, { nodes, sizes }: FigureLayout, top: number): void {
  for (const { x, y, kind, label, lines, exhibit, labelY, aboutY, exhibitY } of nodes) {
    const [cx, cy] = [SIDE + x, top + y];
    canvas.add('1 g');
    canvas.path(circle(cx, cy, NODE_RADIUS), 'f', 1, 1);
    if (kind === 'seed') canvas.path(circle(cx, cy, NODE_RADIUS - 2.5), 'f', 1, 0);
    canvas.add('0 G');
    canvas.path(circle(cx, cy, NODE_RADIUS), 'S', kind === 'end' ? 2.2 : 1);
    canvas.text(label, cx, top + labelY, { face: 'mono', size: sizes.label, align: 'middle' });
    for (const [i, line] of lines.entries())
      canvas.text(line, cx, top + (aboutY[i] ?? 0), { size: sizes.about, align: 'middle' });
    if (exhibit !== null)
      canvas.text(exhibit, cx, top + exhibitY, { face: 'bold', size: sizes.exhibit, align: 'middle' });
  }
}

function writeFigure(sheet: Sheet, figure: ReportFigure): void {
  const layout = layoutFigure(figure, SHEET_WIDTH);
  const { tree } = sheet.book;
  sheet.need(layout.height + FIGURE_ROOM);
  const top = sheet.y;
  const box = [SIDE, PAGE_HEIGHT - top - layout.height - 14, SIDE + SHEET_WIDTH, PAGE_HEIGHT - top];
  const element = tree.open('Figure', sheet.section, { alt: figure.alt, box });
  const { page } = sheet;
  page.mark(element, () => {
    for (const { text, x } of layout.heads)
      page.text(text, SIDE + x, top + 10, { face: 'bold', size: 7.2, align: 'middle' });
    page.add('.6 G');
    for (const { points, width } of layout.edges)
      page.path(
        points.map(([x, y]) => [SIDE + x, top + y] as const),
        'S',
        width,
      );
    page.add('0 G');
    drawNodes(page, layout, top);
    for (const { labelX, labelY, labelBox: at, isLabelOnLine, amount } of layout.edges) {
      if (isLabelOnLine) page.fill(SIDE + at.left, top + at.top, at.right - at.left, at.bottom - at.top, 1);
      page.text(amount, SIDE + labelX, top + labelY, { face: 'bold', size: layout.sizes.amount, align: 'middle' });
    }
  });
  tree.close(element);
  sheet.y = top + layout.height + 16;
  setRuns(sheet, 'P', [legendOf(figure)], { ...SMALL, size: 7 });
  setRuns(sheet, 'P', [figure.caption], { ...SMALL, face: 'bold' });
}

type Marked = Extract<ReportBlock, { readonly mark: unknown }>;

function writeMarked(sheet: Sheet, { kind, mark, ids, text }: Marked): void {
  sheet.need(34);
  const { page } = sheet;
  // A legend is small: the answer is to fit its page.
  const style = kind === 'legend' ? { ...SMALL, left: 112 } : { ...BODY, left: 160 };
  page.artifact(() => page.rule(SIDE, sheet.y + 1, SHEET_WIDTH, 0.5, 0.7));
  const top = sheet.y + style.leading;
  const element = sheet.book.tree.open('P', sheet.section);
  page.mark(element, () => {
    drawMark(page, mark, SIDE, top - 3);
    page.text(MARK_WORDS[mark], SIDE + 11, top - 3, { face: 'bold', size: 8 });
    page.text(page.fit(ids, 92, 'sans', 6.6), SIDE + 62, top - 3, { size: 6.6, gray: 0.33 });
  });
  sheet.book.tree.close(element);
  setRuns(sheet, 'P', text, { ...style, width: SHEET_WIDTH - style.left });
}

type Pairs = Extract<ReportBlock, { readonly kind: 'pairs' }>;

/** A column of claims only where there are some. */
function toPairTable({ caption, rows }: Pairs): Table {
  const hasIds = rows.some(({ ids }) => ids !== '');
  return {
    ...{ kind: 'table', caption },
    columns: [
      { title: 'Point', width: 24, align: 'left' },
      { title: 'Statement', width: hasIds ? 64 : 76, align: 'left' },
      ...(hasIds ? [{ title: 'Claim', width: 12, align: 'left' as const }] : []),
    ],
    rows: rows.map(({ name, text, ids }) => ({
      mark: null,
      cells: [[name], text, ...(hasIds ? [[ids]] : [])],
      isSum: false,
    })),
  };
}

const HEAD_ROOM = 30;
/** Of a text before a place to sign, which it is not parted from. */
const TEXT_ROOM = 70;

/** Points that a head needs with the beginning of what follows it; a picture is never cut. */
function roomOf(next: ReportBlock | undefined, after: ReportBlock | undefined): number {
  if (next?.kind === 'text' && after?.kind === 'signature') return HEAD_ROOM + TEXT_ROOM + SIGNATURE_ROOM;
  if (next?.kind === 'figure') return HEAD_ROOM + FIGURE_ROOM + layoutFigure(next.figure, SHEET_WIDTH).height;
  if (next?.kind === 'signature') return HEAD_ROOM + SIGNATURE_ROOM;
  if (next?.kind === 'timeline') return HEAD_ROOM + FIGURE_ROOM + layoutTimeline(next.timeline, SHEET_WIDTH).height;
  return next?.kind === 'list' || next?.kind === 'text' ? 52 : 110;
}

function writeBlock(sheet: Sheet, block: ReportBlock, [next, after]: readonly ReportBlock[]): void {
  switch (block.kind) {
    case 'answer':
      setRuns(sheet, 'H2', block.text, { face: 'title', size: 15, leading: 19.5 });
      return;
    case 'heading':
      // A head goes to the next page with what follows it: of a table the caption, the head and a row.
      sheet.need(roomOf(next, after));
      sheet.y += 6;
      sheet.part.heads.push({ title: block.title, page: sheet.page.id });
      setRuns(sheet, 'H2', [block.title], { face: 'bold', size: 10.5, leading: 14 });
      return;
    case 'text':
      // A signature alone on a page is a signature under nothing.
      if (next?.kind === 'signature') sheet.need(heightOfRuns(sheet, block.text, BODY) + SIGNATURE_ROOM);
      setRuns(sheet, 'P', block.text, BODY);
      return;
    case 'marked':
    case 'legend':
      writeMarked(sheet, block);
      return;
    case 'list':
      for (const [i, item] of block.items.entries())
        setRuns(sheet, 'P', [`${i + 1}. `, ...item], { ...BODY, left: 10, width: SHEET_WIDTH - 10 });
      return;
    case 'pairs':
      writeTable(sheet, toPairTable(block));
      return;
    case 'table':
      writeTable(sheet, block);
      return;
    case 'figure':
      writeFigure(sheet, block.figure);
      return;
    case 'timeline':
      writeTimelineFigure(sheet, block.timeline);
      return;
    case 'signature':
      writeSignature(sheet, block.signature);
  }
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function sheetHead({ caseNumber, caseTitle, version, madeAt, classification }: ReportDocument): SheetHead {
  return {
    title: 'Enhanced tracking report',
    about: `${caseNumber} ${caseTitle}`,
    right: `Version ${version} of ${dayOf(madeAt)}`,
    classification: classification === '' ? undefined : classification,
  };
}

/** As of what: parts that do not fit a line are in the section on method, and the line says so. */
function shortenAsOf(canvas: Canvas, asOf: readonly string[], width: number): string {
  if (asOf.length === 0) return 'No trace is part of this report.';
  const parts = `As of ${asOf.join('; ')}`.split('; ');
  const isShort = (words: string) => canvas.type.width(words, 'mono', 6.1) <= width;
  if (isShort(parts.join('; '))) return parts.join('; ');
  let most = parts.length - 1;
  while (most > 1 && !isShort(`${parts.slice(0, most).join('; ')}; see 6`)) most--;
  return `${parts.slice(0, most).join('; ')}; see 6`;
}

function drawFoot(canvas: Canvas, report: ReportDocument, digest: string): void {
  const top = BOTTOM + 14;
  const [width] = [PAGE_WIDTH - 2 * SIDE];
  canvas.rule(SIDE, top, width, 0.75);
  canvas.text(canvas.fit(report.agency || report.software, 380, 'bold', 7), SIDE, top + 11, { face: 'bold', size: 7 });
  const mono = { face: 'mono', size: 6.1, gray: 0.13 } as const;
  canvas.text(canvas.fit(shortenAsOf(canvas, report.asOf, width), width, 'mono', 6.1), SIDE, top + 21, mono);
  canvas.text(`Evidence bundle ${digest.match(/.{8}/g)?.join(' ') ?? digest}`, SIDE, top + 31, mono);
  canvas.text('Check with: trailmark verify <file>, or open verify-bundle.html in any browser', SIDE, top + 39.5, mono);
}

function openCover(sheet: Sheet, report: ReportDocument): void {
  setRuns(sheet, 'H1', [report.title], { face: 'title', size: 19, leading: 24 });
  const lines = [
    `Case ${report.caseNumber}, ${report.caseTitle}. Version ${report.version} of ${dayOf(report.madeAt)}.`,
    `${report.agency}. Examiner: ${report.examiner || 'not named'}. Made with ${report.software}.`,
  ];
  for (const line of lines) setRuns(sheet, 'P', [line], SMALL);
  sheet.y += 6;
}

/** The summary has pages of its own, and so have the appendices; what is between them follows on. */
function isOnNewPage(section: ReportSection, before: ReportSection | undefined): boolean {
  return before === undefined || before.id === 'summary' || section.id === 'appendices';
}

/** Points that the head of a section needs with what follows it. */
const SECTION_ROOM = 150;
const SECTION_GAP = 16;

function writeSection(book: Book, report: ReportDocument, at: number, last: Sheet | undefined): Sheet {
  const section = report.sections[at] as ReportSection;
  const isFirst = at === 0;
  const title = `${section.number} ${section.title}`;
  const part = new Part(title);
  const isNew = isOnNewPage(section, report.sections[at - 1]);
  const element = book.tree.open('Sect', book.tree.document);
  const sheet = new Sheet(book, part, element, sheetHead(report), undefined, isNew ? undefined : last);
  if (!isNew) {
    sheet.need(SECTION_ROOM);
    sheet.y += SECTION_GAP;
  }
  part.start = sheet.page.id;
  if (isFirst) openCover(sheet, report);
  const second = findSecondHead(section.title, report.second);
  setRuns(
    sheet,
    isFirst ? 'H2' : 'H1',
    [title],
    isFirst ? { ...SMALL, size: 8.6 } : { face: 'title', size: 16, leading: 21 },
  );
  if (second !== undefined) {
    const element = book.tree.open('P', sheet.section, { language: report.second ?? 'en' });
    sheet.y += 11;
    sheet.put(element, second, SIDE, sheet.y - 3, { face: 'serif', size: 9, gray: 0.33 });
    book.tree.close(element);
    sheet.y += 3;
  }
  for (const [i, block] of section.blocks.entries()) writeBlock(sheet, block, section.blocks.slice(i + 1, i + 3));
  const next = report.sections[at + 1];
  if (next && !isOnNewPage(next, section)) sheet.endSection();
  else sheet.finish();
  return sheet;
}

/** Every section, and the page of contents after the first: there it is read, and it is written last. */
function writeSections(book: Book, report: ReportDocument): readonly Part[] {
  const sheets: Sheet[] = [];
  let contents: Element | undefined;
  for (const at of report.sections.keys()) {
    sheets.push(writeSection(book, report, at, sheets.at(-1)));
    contents ??= report.sections.length > 1 ? book.tree.open('Sect', book.tree.document) : undefined;
  }
  const [first, ...others] = sheets.map(({ part }) => part);
  if (!contents || !first) return first ? [first] : [];
  const part = new Part('Contents');
  writeContents(book, new Sheet(book, part, contents, sheetHead(report), undefined), [first, ...others]);
  return [first, part, ...others];
}

/** The report as a tagged archival PDF (PDF/A-3a, PDF/UA-1) with what it rests on inside. The same report gives the same bytes. */
export function writeReportPdf(report: ReportDocument, core: Attachment, digest: string): Uint8Array {
  const { title, caseNumber, agency, examiner, software, madeAt } = report;
  const book = new Book({
    title,
    author: examiner || agency || software,
    subject: `Enhanced tracking report, case ${caseNumber}`,
    software,
    date: madeAt,
    language: 'en',
  });
  book.attach(core);
  const parts = writeSections(book, report);
  const number = (canvas: Canvas, _: PageKind, page: number, pages: number): void => {
    canvas.text(`Page ${page} of ${pages}`, PAGE_WIDTH - SIDE, BOTTOM + 25, {
      face: 'bold',
      size: 8.25,
      align: 'right',
    });
  };
  book.finish(parts, { foot: (canvas) => drawFoot(canvas, report, digest), number }, digest.slice(0, 32));
  return book.file.take(0) ?? new Uint8Array();
}
