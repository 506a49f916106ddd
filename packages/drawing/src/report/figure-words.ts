import type { FigureNode } from '@trailmark/core/report/report-document';
import { measureText } from '../picture/picture-text.ts';

/** The radius of a node, in points. */
export const NODE_RADIUS = 7;
/** Points between the words of two columns that are left for lines to rise in. */
export const RISE = 18;
/** A name is written in at most so many lines. */
const MOST_LINES = 2;
/** Base lines below the middle of a node, and above it. */
const LABEL = NODE_RADIUS + 8.5;
const ABOUT = 8.5;
const EXHIBIT = NODE_RADIUS + 3.5;

/** Sizes of letters in a figure of this width: the same look in a narrow and in a wide one. */
export interface FigureSizes {
  readonly label: number;
  readonly about: number;
  readonly amount: number;
  readonly exhibit: number;
}

export function sizesOf(width: number): FigureSizes {
  const unit = width / 640;
  return { label: 7.2 * unit, about: 8 * unit, amount: 8 * unit, exhibit: 8.4 * unit };
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const doBoxesMeet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What is written at a node, from its middle: the lines of its name, their base lines, and the room of all of it. */
export interface NodeWords {
  readonly about: readonly string[];
  readonly labelY: number;
  readonly aboutY: readonly number[];
  readonly exhibitY: number;
  readonly halfWidth: number;
  readonly above: number;
  readonly below: number;
}

function cutLine(line: string, most: number, size: number): string {
  if (measureText(line, size, 'sans') <= most) return line;
  const letters = Array.from(line);
  while (letters.length > 1 && measureText(`${letters.join('')}…`, size, 'sans') > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Words in lines of a width; what has no room ends with a mark, within its quotes. */
export function wrapName(name: string, most: number, size: number): readonly string[] {
  if (name === '') return [];
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const isLast = lines.length >= MOST_LINES;
    if (lines.length > 0 && (isLast || measureText(longer, size, 'sans') <= most)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => {
    const cut = cutLine(line, most, size);
    return cut !== line && line.endsWith('”') ? `${cutLine(line, most - size / 2, size)}”` : cut;
  });
}

/** The rooms that a node and its words take, the middle of which is here: what is next to the ring is free. */
export function listRooms(x: number, y: number, { halfWidth, above, below, exhibitY }: NodeWords): readonly Box[] {
  const ring = { left: x - NODE_RADIUS - 1.5, right: x + NODE_RADIUS + 1.5 };
  const exhibit = above > -exhibitY ? { left: x - 2 * NODE_RADIUS, right: x + 2 * NODE_RADIUS } : ring;
  return [
    { ...ring, top: y - NODE_RADIUS - 1.5, bottom: y + NODE_RADIUS + 1.5 },
    { ...exhibit, top: y - above, bottom: y },
    { left: x - halfWidth, right: x + halfWidth, top: y + NODE_RADIUS + 1.5, bottom: y + below },
  ];
}

/** What is written at a node of a column so wide. */
export function layoutWords({ label, about, exhibit }: FigureNode, step: number, sizes: FigureSizes): NodeWords {
  const lines = wrapName(about, step - RISE - 4, sizes.about);
  const wide = Math.max(
    2 * NODE_RADIUS,
    measureText(label, sizes.label, 'mono'),
    ...lines.map((line) => measureText(line, sizes.about, 'sans')),
  );
  return {
    ...{ about: lines, labelY: LABEL, aboutY: lines.map((_, i) => LABEL + ABOUT * (i + 1)), exhibitY: -EXHIBIT },
    halfWidth: wide / 2,
    above: exhibit === null ? NODE_RADIUS + 1 : EXHIBIT + sizes.exhibit,
    below: LABEL + ABOUT * lines.length + 2,
  };
}
