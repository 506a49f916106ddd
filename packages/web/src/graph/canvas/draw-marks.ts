import type { Route } from '@trailmark/drawing/flow/edge-route';
import { changeSpot } from '@trailmark/drawing/flow/picture-edges';
import type { SceneNode } from '@trailmark/drawing/flow/picture-scene';
import {
  COLOUR_SIGNS,
  GAP_RAYS,
  GAP_STROKES,
  INFERENCE_MARK,
  PEEL_RUN,
  PEEL_TEETH,
  PICTURE_BADGES,
} from '@trailmark/drawing/flow/picture-stops';
import type { Palette } from './palette.ts';

type Pen = CanvasRenderingContext2D;

const BADGE_RADIUS = 7.5;
const GLYPH = 18;
const paths = new Map<string, Path2D>();

function pathOf(glyph: string): Path2D {
  const held = paths.get(glyph) ?? new Path2D(glyph);
  paths.set(glyph, held);
  return held;
}

/** Why the trail ends, at the lower right of the shape. */
export function drawBadge(pen: Pen, { x, y, width, height, badge }: SceneNode, { token }: Palette): void {
  if (!badge) return;
  const { path, isSolid } = PICTURE_BADGES[badge];
  pen.save();
  pen.translate(x + width / 2 + 1.5, y + height / 2 + 0.5);
  pen.beginPath();
  pen.arc(0, 0, BADGE_RADIUS, 0, Math.PI * 2);
  pen.fillStyle = token.canvas;
  pen.strokeStyle = token.text;
  pen.lineWidth = 1.3;
  pen.fill();
  pen.stroke();
  pen.lineWidth = 1.4;
  pen.fillStyle = token.text;
  if (isSolid) pen.fill(pathOf(path));
  else pen.stroke(pathOf(path));
  pen.restore();
}

/** The number of an exhibit as a flag above the shape. */
export function drawFlag(pen: Pen, x: number, bottom: number, number: number, { token }: Palette): void {
  const text = `E${number}`;
  pen.font = `600 10px ${token['font-text']}`;
  const width = Math.max(20, pen.measureText(text).width + 9);
  pen.fillStyle = token.inverse;
  pen.beginPath();
  pen.roundRect(x - width / 2, bottom - 16, width, 16, 2);
  pen.fill();
  pen.fillStyle = token['on-inverse'];
  pen.textAlign = 'center';
  pen.fillText(text, x, bottom - 4.4);
}

/** The examiner's colour as a sign, at the upper left of the shape. */
export function drawColourSign(pen: Pen, { x, y, width, height, mark }: SceneNode, palette: Palette): void {
  const colour = mark?.colour;
  if (!colour) return;
  pen.save();
  pen.translate(x - width / 2 - 5, y - height / 2 - 4);
  pen.fillStyle = palette.colour[colour];
  pen.fill(pathOf(COLOUR_SIGNS[colour]));
  pen.restore();
}

function drawPeel(pen: Pen, { x, y, count }: SceneNode, { token }: Palette): void {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = token.text;
  pen.lineWidth = 3.2;
  pen.stroke(pathOf(PEEL_RUN));
  pen.lineWidth = 1.5;
  pen.stroke(pathOf(PEEL_TEETH));
  pen.font = `600 11px ${token['font-text']}`;
  pen.fillStyle = token.text;
  pen.textAlign = 'left';
  pen.fillText(`×${count}`, 19, 4);
  pen.restore();
}

function drawGap(pen: Pen, { x, y }: SceneNode, { token }: Palette): void {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = token.warn;
  pen.lineWidth = 1.6;
  pen.stroke(pathOf(GAP_STROKES));
  pen.lineWidth = 1.2;
  pen.stroke(pathOf(GAP_RAYS));
  pen.restore();
}

function drawCore(pen: Pen, { x, y }: SceneNode, { token }: Palette): void {
  pen.beginPath();
  pen.arc(x, y, 5.5, 0, Math.PI * 2);
  pen.fillStyle = token.text;
  pen.fill();
}

function drawGlyph(pen: Pen, { x, y, width, glyph, family }: SceneNode, palette: Palette): void {
  if (!glyph) return;
  const size = width < 30 ? 12 : GLYPH;
  pen.save();
  pen.translate(x - size / 2, y - size / 2);
  pen.scale(size / 16, size / 16);
  pen.fillStyle = palette.family[family ?? 'unknown'] ?? palette.token.text;
  pen.fill(pathOf(glyph), 'evenodd');
  pen.restore();
}

function drawCluster(pen: Pen, { x, y, family }: SceneNode, palette: Palette): void {
  pen.fillStyle = palette.token.surface;
  pen.strokeStyle = palette.family[family ?? ''] ?? palette.token.text;
  pen.lineWidth = 1.5;
  for (const off of [-4, 4]) {
    pen.beginPath();
    pen.arc(x + off, y, 11, 0, Math.PI * 2);
    pen.fill();
    pen.stroke();
  }
}

/** The mark of an inference on an output that is taken for change. */
export function drawChange(pen: Pen, route: Route, { token }: Palette): void {
  const [x, y] = changeSpot(route);
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = token.text;
  pen.strokeStyle = token.canvas;
  pen.lineWidth = 3;
  pen.stroke(pathOf(INFERENCE_MARK));
  pen.fill(pathOf(INFERENCE_MARK));
  pen.restore();
}

/** What is inside of the outline: glyph, filled core, run of a peel chain, or the strokes of a gap. */
export function drawInside(pen: Pen, node: SceneNode, palette: Palette): void {
  if (node.shape === 'capsule') drawPeel(pen, node, palette);
  else if (node.shape === 'gap') drawGap(pen, node, palette);
  else if (node.shape === 'subject') drawCore(pen, node, palette);
  else if (node.shape !== 'bar') {
    if (node.shape === 'cluster') drawCluster(pen, node, palette);
    drawGlyph(pen, node, palette);
  }
}
