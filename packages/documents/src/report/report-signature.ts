import type { ReportSignature } from '@trailmark/core/report/report-document';
import { SHEET_WIDTH, type Sheet, SIDE } from '../statement/pdf/sheet.ts';
import { setRuns } from './runs.ts';

/** Points above the lines, for a hand to write in, and below them for what they are for. */
const HAND = 40;
const WORDS = 12;
const GAP = 12;
/** Points that a place to sign takes, with who signs; it is never cut. */
export const SIGNATURE_ROOM = HAND + WORDS + 34;

/** Shares of the width: a signature is longer than a place, and that than a date. */
const SHARES = [0.46, 0.3, 0.24] as const;

/** Who signs, and lines to write on by hand. The lines are decoration: what is read aloud is what each is for. */
export function writeSignature(sheet: Sheet, { role, name, lines }: ReportSignature): void {
  sheet.need(SIGNATURE_ROOM);
  sheet.y += 4;
  setRuns(sheet, 'P', [`${name}. ${role}.`], { face: 'bold', size: 8.6, leading: 12 });
  const base = sheet.y + HAND;
  const { page, book } = sheet;
  let left = SIDE;
  for (const [i, line] of lines.entries()) {
    const wide = SHEET_WIDTH * (SHARES[i] ?? 0) - (i === lines.length - 1 ? 0 : GAP);
    const from = left;
    page.artifact(() => page.rule(from, base, wide, 0.6));
    const element = book.tree.open('P', sheet.section);
    sheet.put(element, line, from, base + 9, { size: 7.4, gray: 0.2 });
    book.tree.close(element);
    left += wide + GAP;
  }
  sheet.y = base + WORDS + 8;
}
