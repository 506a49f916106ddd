import { circlePath, type PictureItem, type PictureText, pathItem, rectPath } from '../picture/picture.ts';
import { measureText, plainText, wrapText } from '../picture/picture-text.ts';
import type { PicturePalette } from './picture-palette.ts';
import type { SceneNode } from './picture-scene.ts';
import {
  COLOUR_SIGNS,
  GAP_RAYS,
  GAP_STROKES,
  PEEL_RUN,
  PEEL_TEETH,
  PICTURE_BADGES,
  type PictureBadge,
} from './picture-stops.ts';
import type { PlacedLine } from './place-words.ts';

const DIM = 0.35;
const GLYPH = 18;
const OUTLINE = 1.5;
const NOTE_CHARACTERS = 32;
const NOTE_LINES = 4;

function outlinePath({ shape, x, y, width, height }: SceneNode): string {
  const [left, top] = [x - width / 2, y - height / 2];
  switch (shape) {
    case 'service':
      return rectPath(left, top, width, height, 4);
    case 'hexagon':
      return `M${x} ${y - 20}l17.3 10v20l-17.3 10l-17.3-10v-20z`;
    case 'arch':
      return `M${left} ${top + height}v-17a19 16 0 0 1 38 0v17z`;
    case 'sheet':
      return `M${left} ${top}h24l10 10v24h-34z`;
    case 'capsule':
      return rectPath(left, top, width, height, height / 2);
    case 'cluster':
      return `${circlePath(x - 4, y, 11)}${circlePath(x + 4, y, 11)}`;
    default:
      return circlePath(x, y, 11);
  }
}

function drawCapsule({ x, y, count }: SceneNode, { ink }: PicturePalette): PictureItem[] {
  const at = { x, y, scale: 1 };
  return [
    pathItem(PEEL_RUN, { at, stroke: { colour: ink, width: 3.2 } }),
    pathItem(PEEL_TEETH, { at, stroke: { colour: ink, width: 1.5 } }),
    { kind: 'text', text: `×${count}`, x: x + 19, y: y + 4, size: 11, font: 'bold', colour: ink, anchor: 'start' },
  ];
}

function drawGap({ x, y }: SceneNode, { warn }: PicturePalette): PictureItem[] {
  const at = { x, y, scale: 1 };
  return [
    pathItem(GAP_STROKES, { at, stroke: { colour: warn, width: 1.6 } }),
    pathItem(GAP_RAYS, { at, stroke: { colour: warn, width: 1.2 } }),
  ];
}

function drawGlyph({ x, y, glyph, family, shape, width }: SceneNode, palette: PicturePalette): PictureItem[] {
  const colour = palette.families[family ?? 'unknown'] ?? palette.ink;
  if (shape === 'subject') return [pathItem(circlePath(x, y, 5.5), { fill: palette.ink })];
  if (glyph === undefined) return [];
  const size = width < 30 ? 12 : GLYPH;
  return [
    pathItem(glyph, { at: { x: x - size / 2, y: y - size / 2, scale: size / 16 }, fill: colour, isEvenOdd: true }),
  ];
}

/** The outline of a node and what is inside of it. */
export function drawShape(node: SceneNode, palette: PicturePalette): PictureItem[] {
  const { shape, x, y, height } = node;
  if (shape === 'gap') return drawGap(node, palette);
  if (shape === 'bar') return [pathItem(rectPath(x - 2.5, y - height / 2, 5, height, 1.5), { fill: palette.ink })];
  const hue = node.family === undefined ? palette.ink : (palette.families[node.family] ?? palette.ink);
  const isParty = node.family !== undefined && shape !== 'capsule';
  const isEnd = shape === 'end';
  const stroke = { colour: isParty ? hue : palette.ink, width: isParty ? 2 : OUTLINE, ...(isEnd && { dash: [3, 2] }) };
  const inside = shape === 'capsule' ? drawCapsule(node, palette) : drawGlyph(node, palette);
  return [pathItem(outlinePath(node), { fill: palette.surface, stroke }), ...inside];
}

/** A stop sign around a place. */
export function drawBadge(badge: PictureBadge, x: number, y: number, palette: PicturePalette): PictureItem[] {
  const { path, isSolid } = PICTURE_BADGES[badge];
  const at = { x, y, scale: 1 };
  return [
    pathItem(circlePath(x, y, 7.5), { fill: palette.ground, stroke: { colour: palette.ink, width: 1.3 } }),
    pathItem(path, isSolid ? { at, fill: palette.ink } : { at, stroke: { colour: palette.ink, width: 1.4 } }),
  ];
}

/** The number of an exhibit as a flag whose lower edge is given. */
export function drawFlag(number: number, x: number, bottom: number, palette: PicturePalette): PictureItem[] {
  const text = `E${number}`;
  const width = Math.max(20, measureText(text, 10, 'bold') + 9);
  return [
    pathItem(rectPath(x - width / 2, bottom - 16, width, 16, 2), { fill: palette.ink }),
    { kind: 'text', text, x, y: bottom - 4.4, size: 10, font: 'bold', colour: palette.onInk, anchor: 'middle' },
  ];
}

/** Words that have found room, in the colours of their rank. */
export function drawWords(lines: readonly PlacedLine[], palette: PicturePalette): PictureText[] {
  const colours = [palette.ink, palette.quiet, palette.faint] as const;
  return lines.map(({ text, x, y, size, font, anchor, rank }) => ({
    kind: 'text',
    text,
    x,
    y,
    size,
    font,
    colour: colours[rank],
    anchor,
    halo: palette.ground,
  }));
}

function drawNote(node: SceneNode, palette: PicturePalette): PictureItem[] {
  const { mark, x, y, height } = node;
  if (!mark?.note) return [];
  const author = mark.noteBy ? ` ${mark.noteBy}` : '';
  const text = plainText(`${mark.note}${author}`, NOTE_CHARACTERS * NOTE_LINES);
  const lines = wrapText(text, NOTE_CHARACTERS, NOTE_LINES);
  const taken = mark.exhibit === undefined ? (node.wordsAt === 'above' ? 20 : 6) : 24;
  const top = y - height / 2 - taken;
  const last = top - 34;
  const leader = pathItem(`M${x} ${top}V${last + 6}`, { stroke: { colour: palette.control, width: 1, dash: [2, 2] } });
  const words = lines.map(
    (line, i): PictureText => ({
      kind: 'text',
      text: line,
      x,
      y: last - (lines.length - 1 - i) * 15,
      size: 12,
      font: 'italic',
      colour: palette.quiet,
      anchor: 'middle',
      halo: palette.ground,
    }),
  );
  return [leader, ...words];
}

function drawSigns(node: SceneNode, palette: PicturePalette): PictureItem[] {
  const { x, y, width, height, badge, mark } = node;
  const sign = mark?.colour && {
    at: { x: x - width / 2 - 5, y: y - height / 2 - 4, scale: 1 },
    fill: palette.marks[mark.colour],
  };
  return [
    ...(badge ? drawBadge(badge, x + width / 2 + 1.5, y + height / 2 + 0.5, palette) : []),
    ...(sign && mark?.colour ? [pathItem(COLOUR_SIGNS[mark.colour], sign)] : []),
    ...(mark?.exhibit === undefined ? [] : drawFlag(mark.exhibit, x, y - height / 2 - 6, palette)),
  ];
}

/** A node with its words, signs, flag and note. */
export function drawNode(node: SceneNode, palette: PicturePalette, words: readonly PlacedLine[] = []): PictureItem[] {
  const items = [
    ...drawShape(node, palette),
    ...drawWords(words, palette),
    ...drawNote(node, palette),
    ...drawSigns(node, palette),
  ];
  return node.isDimmed ? items.map((item) => ({ ...item, opacity: DIM })) : items;
}
