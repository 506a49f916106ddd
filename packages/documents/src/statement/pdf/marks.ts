import type { Canvas } from './canvas.ts';
import { pdfString } from './pdf-file.ts';

export type MarkKind = 'fact' | 'inference' | 'claim';

/** The three marks of what is known: one bar, two bars apart, an empty bar. Read aloud as their word. */
export function drawMark(canvas: Canvas, kind: MarkKind, x: number, y: number): void {
  canvas.add(`/Span<</ActualText${pdfString(`${kind}: `)}>>BDC`);
  if (kind === 'fact') canvas.fill(x + 1.5, y - 6, 2.2, 6);
  else if (kind === 'claim') canvas.outline(x + 1.5, y - 5.9, 2.6, 5.8, 0.75);
  else {
    canvas.fill(x, y - 3.4, 2, 3.7);
    canvas.fill(x + 2.8, y - 6.3, 2, 3.7);
  }
  canvas.add('EMC');
}
