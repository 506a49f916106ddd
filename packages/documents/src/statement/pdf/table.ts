import { breakLines } from '../../pdf-text.ts';
import type { Page, TextStyle } from './canvas.ts';
import { type PageListener, SHEET_WIDTH, type Sheet, SIDE } from './sheet.ts';
import type { Element } from './structure.ts';
import { findSecond, type SecondLanguage } from './words.ts';

export interface Column {
  readonly title: string;
  /** Points from the left margin: the left edge of text, the right edge of figures. */
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

export interface CellText extends TextStyle {
  readonly text: string;
}

const HEAD_SIZE = 7.4;
const SIZE = 7.6;
const LEADING = 10.4;

/** Draws the head cells of a table and gives their height: each with its words in the second language. */
export function drawTableHead(
  { page, sheet, top }: { readonly page: Page; readonly sheet: Sheet; readonly top: number },
  table: Element,
  columns: readonly Column[],
  second: SecondLanguage | undefined,
): number {
  const { tree } = sheet.book;
  const head = tree.open('THead', table);
  const row = tree.open('TR', head);
  const base = top + 9;
  for (const { title, x, align = 'left' } of columns) {
    const cell = tree.open('TH', row);
    const style = { size: HEAD_SIZE, align } as const;
    page.mark(cell, () => page.text(title, SIDE + x, base, { ...style, face: 'bold' }));
    const other = findSecond(title.replace(/, [A-Z]{3}$/, ''), second);
    if (other !== undefined) {
      const span = tree.open('Span', cell, { language: second ?? 'en' });
      page.mark(span, () => page.text(other, SIDE + x, base + 7.5, { ...style, size: 6, gray: 0.33 }));
      tree.close(span);
    }
    tree.close(cell);
  }
  tree.close(row);
  tree.close(head);
  const height = second === undefined ? 13 : 20;
  page.artifact(() => page.rule(SIDE, top + height, SHEET_WIDTH, 0.75));
  return height;
}

/** A table that continues over pages: each page has a table of its own with its heads, and no row is cut. */
export class FlowTable implements PageListener {
  readonly reserve = 0;
  readonly #sheet: Sheet;
  readonly #columns: readonly Column[];
  #table: Element | undefined;
  #body: Element | undefined;

  constructor(sheet: Sheet, columns: readonly Column[]) {
    this.#sheet = sheet;
    this.#columns = columns;
    sheet.need(60);
    sheet.listener = this;
    this.enter();
  }

  enter(): void {
    const sheet = this.#sheet;
    const { tree } = sheet.book;
    this.#table = tree.open('Table', sheet.section);
    sheet.y += drawTableHead({ page: sheet.page, sheet, top: sheet.y }, this.#table, this.#columns, sheet.second);
    this.#body = tree.open('TBody', this.#table);
  }

  leave(): void {
    const { tree } = this.#sheet.book;
    if (this.#body) tree.close(this.#body);
    if (this.#table) tree.close(this.#table);
  }

  /** A figure that is a little too wide is set smaller rather than cut in two. */
  #fit(cell: CellText, column: number): CellText {
    const { width = SHEET_WIDTH, align } = this.#columns[column] ?? {};
    if (align !== 'right') return cell;
    const { face = 'sans', size = SIZE } = cell;
    const wide = this.#sheet.book.type.width(cell.text, face, size);
    return wide <= width ? cell : { ...cell, size: Math.max(size * 0.65, (size * width) / wide - 0.01) };
  }

  row(cells: readonly CellText[]): void {
    const sheet = this.#sheet;
    const { tree, type } = sheet.book;
    const fitted = cells.map((cell, i) => this.#fit(cell, i));
    const broken = fitted.map(({ text, face = 'sans', size = SIZE }, i) => {
      const width = this.#columns[i]?.width ?? SHEET_WIDTH;
      return breakLines(text.replace(/\s+/g, ' '), width, (part) => type.width(part, face, size)).slice(0, 40);
    });
    const height = Math.max(...broken.map(({ length }) => length)) * LEADING + 4;
    sheet.need(height);
    const row = tree.open('TR', this.#body ?? sheet.section);
    for (const [i, { text: _, ...style }] of fitted.entries()) {
      const { x = 0, align = 'left' } = this.#columns[i] ?? {};
      const cell = tree.open('TD', row);
      for (const [at, line] of (broken[i] ?? []).entries()) {
        if (line === '') continue;
        sheet.put(cell, line, SIDE + x, sheet.y + 10 + at * LEADING, { size: SIZE, align, ...style });
      }
      tree.close(cell);
    }
    tree.close(row);
    sheet.y += height;
    sheet.page.artifact(() => sheet.page.rule(SIDE, sheet.y, SHEET_WIDTH, 0.5, 0.78));
  }

  finish(): void {
    this.leave();
    this.#sheet.listener = undefined;
    this.#sheet.y += 14;
  }
}
