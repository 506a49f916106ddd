import type { SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { PlacedLine } from '@trailmark/drawing/flow/place-words';
import { plainText, wrapText } from '@trailmark/drawing/picture/picture-text';
import type { Palette } from './palette.ts';

type Pen = CanvasRenderingContext2D;

const NOTE_WIDTH = 34;
const NOTE_LINES = 3;
const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const;

function halo(pen: Pen, text: string, x: number, y: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

function fontOf({ font, size }: Pick<PlacedLine, 'font' | 'size'>, { token }: Palette): string {
  const weight = font === 'bold' ? 600 : 400;
  return `${weight} ${size}px ${token[font === 'mono' ? 'font-mono' : 'font-text']}`;
}

/** Words that have found room: names and amounts in ink, what is below them quiet. */
export function drawLines(pen: Pen, lines: readonly PlacedLine[], palette: Palette): void {
  const { token } = palette;
  const colours = [token.text, token['text-2'], token['text-3']] as const;
  for (const line of lines) {
    pen.textAlign = ALIGN[line.anchor];
    pen.font = fontOf(line, palette);
    pen.fillStyle = colours[line.rank];
    halo(pen, line.text, line.x, line.y, token.canvas);
  }
}

const TIP_PAD = 6;

/** What the pointer is at, in words of a size that can be read, on a plate of its own. */
export function drawTip(pen: Pen, texts: readonly string[], x: number, y: number, { token }: Palette): void {
  pen.font = `500 12px ${token['font-text']}`;
  const width = Math.max(...texts.map((text) => pen.measureText(text).width)) + TIP_PAD * 2;
  const height = texts.length * 16 + TIP_PAD;
  const [left, top] = [Math.max(4, x - width / 2), y - height - 14 < 4 ? y + 18 : y - height - 14];
  pen.fillStyle = token.surface;
  pen.strokeStyle = token['line-strong'];
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(left, top, width, height, 4);
  pen.fill();
  pen.stroke();
  pen.textAlign = 'left';
  texts.forEach((text, i) => {
    pen.fillStyle = i === 0 ? token.text : token['text-2'];
    pen.fillText(text, left + TIP_PAD, top + 15 + i * 16);
  });
}

/** A note above its node, with a leader line. */
export function drawNote(pen: Pen, { x, y, height, mark, wordsAt }: SceneNode, { token }: Palette): void {
  if (!mark?.note) return;
  const text = plainText(`${mark.note}${mark.noteBy ? ` ${mark.noteBy}` : ''}`, NOTE_WIDTH * NOTE_LINES);
  const lines = wrapText(text, NOTE_WIDTH, NOTE_LINES);
  const taken = mark.exhibit === undefined ? (wordsAt === 'above' ? 20 : 2) : 24;
  const top = y - height / 2 - taken;
  pen.strokeStyle = token.control;
  pen.lineWidth = 1;
  pen.setLineDash([2, 2]);
  pen.beginPath();
  pen.moveTo(x, top);
  pen.lineTo(x, top - 14);
  pen.stroke();
  pen.setLineDash([]);
  pen.font = `italic 400 12px ${token['font-text']}`;
  pen.fillStyle = token['text-2'];
  pen.textAlign = 'center';
  lines.forEach((line, i) => {
    halo(pen, line, x, top - 19 - (lines.length - 1 - i) * 15, token.canvas);
  });
}
