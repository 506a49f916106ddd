import type { ReportText } from '@trailmark/core/report/report-document';
import type { FaceName } from '../statement/pdf/faces.ts';
import { SHEET_WIDTH, type Sheet, SIDE } from '../statement/pdf/sheet.ts';
import type { ElementType } from '../statement/pdf/structure.ts';

interface Word {
  readonly text: string;
  readonly face: FaceName;
  readonly size: number;
  readonly gray: number;
  readonly width: number;
  /** Whether a blank comes before it. */
  readonly isApart: boolean;
}

export interface RunStyle {
  readonly face: FaceName;
  readonly size: number;
  readonly leading: number;
  /** Points from the left margin, and the width from there. */
  readonly left?: number;
  readonly width?: number;
}

interface Styled {
  readonly text: string;
  readonly face: FaceName;
  readonly size: number;
  readonly gray: number;
}

/** Runs with their looks: claims have their id behind them, small and grey; names and hashes are in fixed width. */
function toStyled(text: ReportText, { face, size }: RunStyle): readonly Styled[] {
  const plain = (words: string): Styled => ({ text: words, face, size, gray: 0 });
  return text.flatMap((run): Styled[] => {
    if (typeof run === 'string') return [plain(run)];
    if ('code' in run) return [{ text: run.code, face: 'mono', size: size * 0.82, gray: 0 }];
    if (run.text === run.claim) return [plain(run.text)];
    return [plain(run.text), { text: ` ${run.claim}`, face: 'sans', size: Math.max(6, size * 0.62), gray: 0.33 }];
  });
}

/** A word in parts that each fit a line. */
function* cutWord(sheet: Sheet, word: string, { face, size }: Styled, most: number): Generator<string> {
  const { type } = sheet.book;
  let rest = word;
  while (rest !== '') {
    let part = rest;
    while (part.length > 1 && type.width(part, face, size) > most)
      part = part.slice(0, Math.max(1, Math.floor(part.length * 0.9)));
    yield part;
    rest = rest.slice(part.length);
  }
}

/** Words of a text; one wider than a line is cut where the line ends. */
function listWords(sheet: Sheet, text: ReportText, style: RunStyle): readonly Word[] {
  const most = style.width ?? SHEET_WIDTH;
  const words: Word[] = [];
  let isApart = false;
  for (const run of toStyled(text, style)) {
    for (const piece of run.text.split(/(\s+)/)) {
      if (piece.trim() === '') {
        isApart ||= piece !== '';
        continue;
      }
      for (const part of cutWord(sheet, piece, run, most)) {
        const { face, size, gray } = run;
        words.push({ text: part, face, size, gray, width: sheet.book.type.width(part, face, size), isApart });
        isApart = false;
      }
    }
  }
  return words;
}

function breakWords(words: readonly Word[], blank: number, most: number): readonly (readonly Word[])[] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  let used = 0;
  for (const word of words) {
    const gap = word.isApart && line.length > 0 ? blank : 0;
    if (line.length > 0 && used + gap + word.width > most) {
      lines.push(line);
      line = [];
      used = 0;
    }
    used += (line.length > 0 ? gap : 0) + word.width;
    line.push(word);
  }
  return line.length > 0 ? [...lines, line] : lines;
}

function linesOf(sheet: Sheet, text: ReportText, style: RunStyle): readonly (readonly Word[])[] {
  const blank = sheet.book.type.width('n', style.face, style.size) * 0.5;
  return breakWords(listWords(sheet, text, style), blank, style.width ?? SHEET_WIDTH);
}

/** Points that a text takes where no page is turned within it. */
export function heightOfRuns(sheet: Sheet, text: ReportText, style: RunStyle): number {
  return (linesOf(sheet, text, style).length + 0.35) * style.leading;
}

/** Sets a text with claims as one element; gives nothing back, the sheet has moved on. */
export function setRuns(sheet: Sheet, element: ElementType, text: ReportText, style: RunStyle): void {
  const { tree, type } = sheet.book;
  const blank = type.width('n', style.face, style.size) * 0.5;
  const left = SIDE + (style.left ?? 0);
  const lines = linesOf(sheet, text, style);
  if (lines.length === 0) return;
  const node = tree.open(element, sheet.section);
  for (const line of lines) {
    sheet.need(style.leading);
    sheet.y += style.leading;
    const { page } = sheet;
    page.mark(node, () => {
      let x = left;
      for (const [i, word] of line.entries()) {
        if (i > 0 && word.isApart) {
          // A blank that is read aloud and copied, too.
          page.text('\u00a0', x, sheet.y - style.leading * 0.25, { face: style.face, size: style.size });
          x += blank;
        }
        page.text(word.text, x, sheet.y - style.leading * 0.25, { face: word.face, size: word.size, gray: word.gray });
        x += word.width;
      }
    });
  }
  tree.close(node);
  sheet.y += style.leading * 0.35;
}
