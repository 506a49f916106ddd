import type { Book, PageKind } from './book.ts';
import { type Canvas, PAGE_WIDTH } from './canvas.ts';
import { LEFT } from './cover-parts.ts';
import { BOTTOM, SIDE } from './sheet.ts';

/** What each page ends in; a line that is too long is cut. */
export interface PageFoot {
  readonly who: string;
  readonly asOf: string;
  readonly digest: string;
  readonly again: string;
}

function sideOf(kind: PageKind): number {
  return kind === 'cover' ? LEFT : SIDE;
}

export function groupHash(hash: string): string {
  return hash.match(/.{1,8}/g)?.join(' ') ?? hash;
}

function drawFoot(canvas: Canvas, kind: PageKind, { who, asOf, digest, again }: PageFoot): void {
  const top = BOTTOM + 14;
  const left = sideOf(kind);
  const width = PAGE_WIDTH - 2 * left;
  canvas.rule(left, top, width, 0.75);
  canvas.text(canvas.fit(who, 380, 'bold', 7), left, top + 11, { face: 'bold', size: 7 });
  canvas.text(canvas.fit(asOf, width, 'sans', 7), left, top + 20.5, { size: 7, gray: 0.13 });
  const mono = { face: 'mono', size: 6.15, gray: 0.13 } as const;
  canvas.text(canvas.fit(digest, width, 'mono', 6.15), left, top + 31, mono);
  canvas.text(canvas.fit(again, width, 'mono', 6.15), left, top + 39.5, mono);
}

function drawNumber(canvas: Canvas, kind: PageKind, page: number, pages: number): void {
  const style = { face: 'bold', size: 8.25, align: 'right' } as const;
  canvas.text(`Page ${page} of ${pages}`, PAGE_WIDTH - sideOf(kind), BOTTOM + 25, style);
}

/** What a book draws on each page when it is finished. */
export function drawFootWith(foot: PageFoot): Parameters<Book['finish']>[1] {
  return { foot: (canvas, kind) => drawFoot(canvas, kind, foot), number: drawNumber };
}
