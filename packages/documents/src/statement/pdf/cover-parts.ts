import { PAGE_WIDTH } from './canvas.ts';

/** Margin of the cover at both sides, points. */
export const LEFT = 57;
export const WIDTH = PAGE_WIDTH - 2 * LEFT;
/** Right ends of the columns of figures, from the left margin. */
export const FIGURES = [170, 243, 317, 399, WIDTH] as const;
/** Assets in the table of the cover; the others have a table of their own. */
export const COVER_ASSETS = 7;

/** Where a part of the document begins. */
export interface ContentsRow {
  readonly title: string;
  readonly page: number;
}
