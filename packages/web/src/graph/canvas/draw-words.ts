import { middleOf, type Route } from './edge-route.ts';
import type { Palette } from './palette.ts';
import type { Scene, SceneEdge, SceneNode } from './scene.ts';

type Pen = CanvasRenderingContext2D;

const LINE = 14;
const NOTE_WIDTH = 34;
const NOTE_LINES = 3;

function halo(pen: Pen, text: string, x: number, y: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}

function anchor({
  x,
  y,
  width,
  height,
  wordsAt,
  badge,
  words,
  exhibit,
}: SceneNode): readonly [number, number, CanvasTextAlign] {
  if (wordsAt === 'above' && exhibit === undefined)
    return [x, y - height / 2 - 8 - words.lines.length * LINE, 'center'];
  if (wordsAt !== 'right') return [x, y + height / 2 + 16, 'center'];
  const top = y + 4 - (words.lines.length * LINE) / 2;
  const off = width / 2 + (badge ? 15 : 9);
  return [x + off, top, 'left'];
}

/** Title and quiet lines of a node; below 60 % only the title. */
export function drawWords(pen: Pen, node: SceneNode, { token }: Palette, withLines: boolean): void {
  const { title, isMono, lines } = node.words;
  if (title === '') return;
  const [x, y, align] = anchor(node);
  pen.textAlign = align;
  pen.font = isMono ? `400 11px ${token['font-mono']}` : `600 12px ${token['font-text']}`;
  pen.fillStyle = isMono ? token['text-2'] : token.text;
  halo(pen, title, x, y, token.canvas);
  if (!withLines) return;
  pen.fillStyle = token['text-2'];
  lines.forEach((line, i) => {
    const isId = /^[0-9a-zA-Z]{4,9}…[0-9a-zA-Z]{3,8}$/.test(line);
    pen.font = `400 11px ${token[isId ? 'font-mono' : 'font-text']}`;
    halo(pen, line, x, y + (i + 1) * LINE, token.canvas);
  });
}

/** Amount on an edge, and what it was worth below. */
export function drawValue(pen: Pen, edge: SceneEdge, route: Route, scene: Scene, { token }: Palette): void {
  const source = scene.nodes.get(edge.from);
  const target = scene.nodes.get(edge.to);
  if (!source || !target || edge.label === '') return;
  const { x, y } = middleOf(route, source, target);
  const isLevel = Math.abs(source.y + route.sourceY - target.y - route.targetY) < 12;
  // Words above a node would run into an amount above its line.
  const isBelow = source.wordsAt === 'above' && edge.below === null;
  const beside = isBelow ? -edge.width / 2 - 13 : edge.width / 2 + 5;
  const up = isLevel ? beside : -4;
  pen.textAlign = 'center';
  pen.font = `500 11px ${token['font-text']}`;
  pen.fillStyle = token.text;
  halo(pen, edge.label, x, y - up, token.canvas);
  if (edge.below === null) return;
  pen.font = `400 11px ${token['font-text']}`;
  pen.fillStyle = token['text-3'];
  halo(pen, edge.below, x, y - up + (isLevel ? edge.width + 20 : LINE), token.canvas);
}

function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < NOTE_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, NOTE_WIDTH));
  }
  if (lines.length <= NOTE_LINES) return lines;
  return [...lines.slice(0, NOTE_LINES - 1), `${lines[NOTE_LINES - 1]}…`];
}

/** A note above its node, with a leader line. */
export function drawNote(pen: Pen, { x, y, height, note, exhibit, wordsAt }: SceneNode, { token }: Palette): void {
  if (!note) return;
  const lines = wrap(note);
  const taken = exhibit === undefined ? (wordsAt === 'above' ? 20 : 2) : 24;
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
