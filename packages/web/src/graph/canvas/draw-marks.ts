import type { FlowColour } from '@trailmark/core/flow/flow-document';
import type { Palette } from './palette.ts';
import type { SceneNode } from './scene.ts';
import type { StopBadge } from './stop-badge.ts';

type Pen = CanvasRenderingContext2D;

const BADGE_RADIUS = 7.5;
const GLYPH = 18;
const paths = new Map<string, Path2D>();

function pathOf(glyph: string): Path2D {
  const held = paths.get(glyph) ?? new Path2D(glyph);
  paths.set(glyph, held);
  return held;
}

/** Lines of each sign, around its middle; `fill` where it is a solid. */
const BADGES: Readonly<Record<StopBadge, { readonly path: string; readonly isSolid: boolean }>> = {
  service: { path: 'M-3.2-3.2h6.4v6.4h-6.4z', isSolid: true },
  unspent: { path: 'M-3.5 2.8h7M0 2.8V-3.2', isSolid: false },
  pooled: { path: 'M-3-3l6 6M3-3l-6 6', isSolid: false },
  cap: { path: 'M-3.4-1.3h6.8v2.6h-6.8z', isSolid: true },
  dormant: { path: 'M0-3.6V.2L2.6 1.8', isSolid: false },
  contract: { path: 'M-2.6-3.4h3.4l1.9 1.9v5h-5.3zM-1.1 0h2.3M-1.1 1.7h2.3', isSolid: false },
  sanctioned: { path: 'M-1.5-3.6h3l2.1 2.1v3l-2.1 2.1h-3l-2.1-2.1v-3z', isSolid: true },
  edge: { path: 'M-3.2 0h1.6M-.8 0h1.6M1.6 0h1.6', isSolid: false },
};

/** Every marker colour has a sign of its own, so that it is told apart without its colour. */
const COLOUR_SIGNS: Readonly<Record<FlowColour, string>> = {
  ink: 'M-3 0a3 3 0 106 0a3 3 0 10-6 0',
  blue: 'M-3-3h6v6h-6z',
  rust: 'M0-3.6L3.6 3h-7.2z',
  plum: 'M0-4L4 0 0 4-4 0z',
  teal: 'M0 3.6L3.6-3h-7.2z',
  ochre: 'M-4-1.5h8v3h-8z',
};

/** Why the trail ends, at the lower right of the shape. */
export function drawBadge(pen: Pen, { x, y, width, height, badge }: SceneNode, { token }: Palette): void {
  if (!badge) return;
  const { path, isSolid } = BADGES[badge];
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
export function drawColourSign(pen: Pen, { x, y, width, height, colour }: SceneNode, palette: Palette): void {
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
  pen.stroke(pathOf('M-37 0h50'));
  pen.lineWidth = 1.5;
  pen.stroke(pathOf('M-29 0v8M-20 0v8M-11 0v8M-2 0v8M7 0v8'));
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
  pen.stroke(pathOf('M-9-14v28M-3-14v28'));
  pen.lineWidth = 1.2;
  pen.stroke(pathOf('M3-12l8 4M3 0h9M3 12l8-4'));
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

/** What is inside of the outline: glyph, filled core, run of a peel chain, or the strokes of a gap. */
export function drawInside(pen: Pen, node: SceneNode, palette: Palette): void {
  if (node.shape === 'capsule') drawPeel(pen, node, palette);
  else if (node.shape === 'gap') drawGap(pen, node, palette);
  else if (node.shape === 'subject') drawCore(pen, node, palette);
  else if (node.shape !== 'bar') drawGlyph(pen, node, palette);
}
