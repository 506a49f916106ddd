import type { FigureEdge, FigureNode, ReportFigure } from '@trailmark/core/report/report-document';
import { type AmountLine, placeAmounts } from './figure-amounts.ts';
import { type FigureRows, placeRows } from './figure-rows.ts';
import {
  type Box,
  type FigureSizes,
  layoutWords,
  listRooms,
  NODE_RADIUS,
  type NodeWords,
  RISE,
  sizesOf,
} from './figure-words.ts';

type Point = readonly [x: number, y: number];

/** A node at its place, points from the upper left corner of the figure, with the base lines of what is written at it. */
export interface PlacedNode extends FigureNode {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly labelY: number;
  readonly aboutY: readonly number[];
  readonly exhibitY: number;
  /** The room of the node with its words, and what of it is taken. */
  readonly box: Box;
  readonly rooms: readonly Box[];
}

/** A line from the border of one node to that of the other, with the middle of its amount. */
export interface PlacedEdge extends FigureEdge {
  readonly points: readonly Point[];
  readonly labelX: number;
  readonly labelY: number;
  /** What of the line is interrupted for its amount. */
  readonly labelBox: Box;
  readonly isLabelOnLine: boolean;
  readonly width: number;
}

export interface FigureLayout {
  readonly width: number;
  readonly height: number;
  readonly sizes: FigureSizes;
  readonly heads: readonly { readonly text: string; readonly x: number }[];
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const HEAD = 26;
/** A row is no lower: an amount is written above the line that arrives. */
const ROW = 44;
const STEPS = 14;

/** A smooth way that leaves and arrives level: it rises between the columns, where nothing else is. */
function bend([startX, startY]: Point, [endX, endY]: Point, from: number, to: number): readonly Point[] {
  const rise = Array.from({ length: STEPS + 1 }, (_, i): Point => {
    const share = i / STEPS;
    return [from + (to - from) * share, startY + (endY - startY) * share * share * (3 - 2 * share)];
  });
  return [[startX, startY], ...rise, [endX, endY]];
}

/** An amount as a number, for the width of its line alone. */
const sizeOf = (amount: string): number => Math.log10(1 + Math.max(0, Number(amount.replace(/^< /, ''))));

interface Columns {
  readonly step: number;
  readonly xOf: (column: number) => number;
  /** Half of what is written in a column: lines are level there. */
  readonly halfOf: (column: number) => number;
}

function layoutColumns(figure: ReportFigure, words: ReadonlyMap<string, NodeWords>, width: number): Columns {
  const step = width / figure.columns.length;
  const halves = figure.columns.map((_, column) => {
    const own = figure.nodes.filter((node) => node.column === column);
    const widest = Math.max(...own.map(({ id }) => words.get(id)?.halfWidth ?? 0), NODE_RADIUS);
    return Math.min(widest + 2, (step - RISE) / 2);
  });
  return { step, xOf: (column) => step * (column + 0.5), halfOf: (column) => halves[column] ?? 0 };
}

function placeNodes(
  { nodes }: ReportFigure,
  rows: FigureRows,
  words: ReadonlyMap<string, NodeWords>,
  { xOf }: Columns,
): ReadonlyMap<string, PlacedNode> {
  return new Map(
    nodes.map((node): readonly [string, PlacedNode] => {
      const own = words.get(node.id) as NodeWords;
      const [x, y] = [xOf(node.column), HEAD + (rows.nodes.get(node.id) ?? 0)];
      const box = { left: x - own.halfWidth, right: x + own.halfWidth, top: y - own.above, bottom: y + own.below };
      const placed = { labelY: y + own.labelY, aboutY: own.aboutY.map((at) => y + at), exhibitY: y + own.exhibitY };
      return [node.id, { ...node, ...placed, x, y, box, rooms: listRooms(x, y, own), lines: own.about }];
    }),
  );
}

type Passage = FigureRows['passages'][number][number];

/** The ways of an edge from column to column. */
function listWays(from: PlacedNode, to: PlacedNode, passages: readonly Passage[], { xOf, halfOf }: Columns) {
  const stops = [
    { column: from.column, at: [from.x + NODE_RADIUS, from.y] as Point },
    ...passages.map(({ column, y }) => ({ column, at: [xOf(column), HEAD + y] as Point })),
    { column: to.column, at: [to.x - NODE_RADIUS, to.y] as Point },
  ];
  return stops.slice(1).map((stop, i) => {
    const before = stops[i] ?? stop;
    const [start, end] = [xOf(before.column) + halfOf(before.column), xOf(stop.column) - halfOf(stop.column)];
    return bend(before.at, stop.at, start, end);
  });
}

const countBy = (ids: readonly string[]): ReadonlyMap<string, number> =>
  ids.reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map<string, number>());

/** Places the nodes of a figure in columns, one per hop, within a width in points. */
export function layoutFigure(figure: ReportFigure, width: number): FigureLayout {
  const sizes = sizesOf(width);
  const step = width / figure.columns.length;
  const words = new Map(figure.nodes.map((node) => [node.id, layoutWords(node, step, sizes)]));
  const columns = layoutColumns(figure, words, width);
  const known = figure.edges.filter(({ from, to }) => words.has(from) && words.has(to));
  const tall = ({ above, below }: NodeWords): number => Math.max(ROW, 2 * Math.max(above, below) + 2);
  const rows = placeRows(
    figure.nodes.map((node) => ({ ...node, height: tall(words.get(node.id) as NodeWords) })),
    known,
  );
  const nodes = placeNodes(figure, rows, words, columns);
  const [leaving, arriving] = [countBy(known.map(({ from }) => from)), countBy(known.map(({ to }) => to))];
  const largest = Math.max(...known.map(({ amount }) => sizeOf(amount)), 0.001);
  const lines = known.map((edge, i): AmountLine => {
    const [from, to] = [nodes.get(edge.from) as PlacedNode, nodes.get(edge.to) as PlacedNode];
    const passages = rows.passages[i] ?? [];
    return {
      amount: edge.amount,
      width: 0.8 + (3.2 * sizeOf(edge.amount)) / largest,
      ways: listWays(from, to, passages, columns),
      passages: passages.map(({ column, y }) => [columns.xOf(column), HEAD + y]),
      ...{ start: [from.x + NODE_RADIUS, from.y], end: [to.x - NODE_RADIUS, to.y] },
      isShared: { start: (leaving.get(edge.from) ?? 0) > 1, end: (arriving.get(edge.to) ?? 0) > 1 },
    };
  });
  const boxes = [...nodes.values()].flatMap(({ rooms }) => rooms);
  const amounts = placeAmounts(lines, boxes, { width, size: sizes.amount });
  const edges = known.flatMap((edge, i): PlacedEdge[] => {
    const [line, at] = [lines[i], amounts[i]];
    if (!line || !at) return [];
    const label = { labelX: at.x, labelY: at.y, labelBox: at.box, isLabelOnLine: at.isOnLine };
    return [{ ...edge, ...label, points: line.ways.flat(), width: line.width }];
  });
  const heads = figure.columns.map((text, column) => ({ text, x: columns.xOf(column) }));
  return { width, height: HEAD + rows.height, sizes, heads, nodes: [...nodes.values()], edges };
}
