import type { FigureEdge, FigureNode, ReportFigure } from '@trailmark/core/report/report-document';

/** A node at its place: points from the upper left corner of the figure. */
export interface PlacedNode extends FigureNode {
  readonly x: number;
  readonly y: number;
}

/** A line in eight points from one node to the other, with the place of its amount. */
export interface PlacedEdge extends FigureEdge {
  readonly points: readonly (readonly [number, number])[];
  readonly labelX: number;
  readonly labelY: number;
  readonly width: number;
}

export interface FigureLayout {
  readonly width: number;
  readonly height: number;
  readonly heads: readonly { readonly text: string; readonly x: number }[];
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const HEAD = 26;
const ROW = 46;
export const NODE_RADIUS = 7;
const STEPS = 8;
/** Baselines of amounts, points above or below the line that arrives, and of one more to the same node. */
const LABEL_ABOVE = 8;
const LABEL_BELOW = 13;
const LABEL_ROW = 8;
/** What is written left of a node begins here; below it, left of the shortened address under the node. */
const LABEL_LEFT = { above: NODE_RADIUS + 4, below: 28 } as const;

/** A smooth way that leaves and arrives level. */
function bend(from: PlacedNode, to: PlacedNode): readonly (readonly [number, number])[] {
  const [startX, endX] = [from.x + NODE_RADIUS, to.x - NODE_RADIUS];
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const share = i / STEPS;
    const rise = share * share * (3 - 2 * share);
    return [startX + (endX - startX) * share, from.y + (to.y - from.y) * rise] as const;
  });
}

/** Rows of each column in an order that keeps lines short: by the mean row of what pays a node. */
function orderColumns({ nodes, edges, columns }: ReportFigure): readonly (readonly FigureNode[])[] {
  const rows = new Map<string, number>();
  return columns.map((_, column) => {
    const own = nodes.filter((node) => node.column === column);
    const weight = ({ id }: FigureNode): number => {
      const before = edges.filter(({ to }) => to === id).flatMap(({ from }) => rows.get(from) ?? []);
      return before.length === 0 ? 1_000 : before.reduce((sum, row) => sum + row, 0) / before.length;
    };
    const sorted = own
      .map((node, i) => ({ node, weight: weight(node), i }))
      .sort((a, b) => a.weight - b.weight || a.i - b.i);
    for (const [row, { node }] of sorted.entries()) rows.set(node.id, row + (8 - sorted.length) / 2);
    return sorted.map(({ node }) => node);
  });
}

const sizeOf = (amount: string): number => Math.log10(1 + Math.max(0, Number(amount)));

/** Places the nodes of a figure in columns, one per hop, within a width in points. */
export function layoutFigure(figure: ReportFigure, width: number): FigureLayout {
  const columns = orderColumns(figure);
  const most = Math.max(1, ...columns.map(({ length }) => length));
  const height = HEAD + most * ROW;
  const step = width / columns.length;
  const nodes = columns.flatMap((own, column) =>
    own.map(
      (node, row): PlacedNode => ({
        ...node,
        x: step * (column + 0.5),
        y: HEAD + (height - HEAD) * ((row + 0.5) / own.length),
      }),
    ),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const largest = Math.max(...figure.edges.map(({ amount }) => sizeOf(amount)), 0.001);
  const labels = new Map<string, number>();
  const edges = figure.edges.flatMap((edge): PlacedEdge[] => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (!from || !to) return [];
    // On the level last third, where lines of one payer are apart, and on the side from which the line does not come.
    const isBelow = from.y < to.y - NODE_RADIUS;
    const key = `${edge.to} ${isBelow}`;
    const before = labels.get(key) ?? 0;
    labels.set(key, before + 1);
    const labelY = isBelow ? to.y + LABEL_BELOW + before * LABEL_ROW : to.y - LABEL_ABOVE - before * LABEL_ROW;
    const width = 0.8 + (3.2 * sizeOf(edge.amount)) / largest;
    const labelX = to.x - (isBelow ? LABEL_LEFT.below : LABEL_LEFT.above);
    return [{ ...edge, points: bend(from, to), labelX, labelY, width }];
  });
  const heads = figure.columns.map((text, column) => ({ text, x: step * (column + 0.5) }));
  return { width, height, heads, nodes, edges };
}
