import type { Book, Part } from '../statement/pdf/book.ts';
import { PAGE_HEIGHT } from '../statement/pdf/canvas.ts';
import type { ObjectId } from '../statement/pdf/pdf-file.ts';
import { BOTTOM, SHEET_WIDTH, type Sheet, SIDE, TOP } from '../statement/pdf/sheet.ts';
import type { Element } from '../statement/pdf/structure.ts';
import { setRuns } from './runs.ts';

interface Line {
  readonly title: string;
  readonly page: ObjectId;
  readonly isSection: boolean;
}

const LEADING = { section: 20, head: 13.5 } as const;
const NUMBER_ROOM = 40;
const INDENT = 14;

const leadingOf = ({ isSection }: Line): number => (isSection ? LEADING.section : LEADING.head);

function listLines(parts: readonly Part[]): readonly Line[] {
  return parts.flatMap((part): Line[] => {
    const page = part.start ?? part.leaves[0]?.id ?? 0;
    return [{ title: part.title, page, isSection: true }, ...part.heads.map((head) => ({ ...head, isSection: false }))];
  });
}

/** Pages that lines take from a place on the first of them. */
function countPages(lines: readonly Line[], from: number): number {
  let [y, pages] = [from, 1];
  for (const line of lines) {
    if (y + leadingOf(line) > BOTTOM) [y, pages] = [TOP, pages + 1];
    y += leadingOf(line);
  }
  return pages;
}

function writeLine(sheet: Sheet, list: Element, line: Line, number: number): void {
  const leading = leadingOf(line);
  sheet.need(leading);
  sheet.y += leading;
  const { page, book } = sheet;
  const left = SIDE + (line.isSection ? 0 : INDENT);
  const style = line.isSection ? ({ face: 'bold', size: 9.6 } as const) : ({ face: 'sans', size: 8.8 } as const);
  const title = page.fit(line.title, SIDE + SHEET_WIDTH - NUMBER_ROOM - left, style.face, style.size);
  const base = sheet.y - 4;
  const entry = book.tree.open('TOCI', list);
  const link = book.tree.open('Link', entry);
  page.mark(link, () => {
    page.text(title, left, base, style);
    page.text(String(number), SIDE + SHEET_WIDTH, base, { ...style, align: 'right' });
  });
  const box = [left, PAGE_HEIGHT - sheet.y, SIDE + SHEET_WIDTH, PAGE_HEIGHT - sheet.y + leading];
  book.link(page, link, { box, target: line.page, words: `${line.title}, page ${number}` });
  book.tree.close(link);
  book.tree.close(entry);
  const from = left + page.type.width(title, style.face, style.size) + 6;
  const to = SIDE + SHEET_WIDTH - page.type.width(String(number), style.face, style.size) - 6;
  if (to > from) page.artifact(() => page.rule(from, base, to - from, 0.4, 0.75));
}

/**
 * Writes the page of contents, whose lines lead to their pages, on a sheet that comes after the first part. It is written last, when
 * every page of the other parts is known: its own pages push those after it on.
 */
export function writeContents(book: Book, sheet: Sheet, parts: readonly Part[]): void {
  setRuns(sheet, 'H1', ['Contents'], { face: 'title', size: 16, leading: 21 });
  const lines = listLines(parts);
  const own = countPages(lines, sheet.y);
  const before = parts[0]?.leaves.length ?? 0;
  const pages = new Map(
    parts.flatMap(({ leaves }) => leaves).map(({ id }, i) => [id, i < before ? i + 1 : i + 1 + own]),
  );
  const list = book.tree.open('TOC', sheet.section);
  for (const line of lines) writeLine(sheet, list, line, pages.get(line.page) ?? 1);
  book.tree.close(list);
  sheet.finish();
}
