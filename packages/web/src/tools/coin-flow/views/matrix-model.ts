import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { largestOf, smallestOf } from '@trailmark/drawing/flow/extremes';
import type { VisibleGraph } from '@trailmark/drawing/flow/visible-graph';

export interface MatrixCell {
  readonly amount: bigint;
  readonly payments: number;
  /** Ids of the relations it sums. */
  readonly edges: readonly string[];
  readonly isDimmed: boolean;
}

/** A sender or a receiver; the last one may represent all that are not among the largest. */
export interface MatrixSide {
  readonly key: string;
  /** Null for the others. */
  readonly node: FlowNode | null;
  /** Node ids it represents. */
  readonly members: readonly string[];
  readonly total: bigint;
}

export interface Matrix {
  readonly asset: string;
  readonly isTraced: boolean;
  readonly senders: readonly MatrixSide[];
  readonly receivers: readonly MatrixSide[];
  /** By row and column; undefined where there is no payment. */
  readonly cells: readonly (readonly (MatrixCell | undefined)[])[];
  readonly total: bigint;
  readonly least: bigint;
  readonly most: bigint;
  /** Payments left out because they were not traced. */
  readonly untraced: number;
}

export const OTHERS = 'others';
/** Senders and receivers shown by name. */
export const MATRIX_SIDE = 40;

interface Sum {
  readonly id: string;
  total: bigint;
}

function rank(totals: ReadonlyMap<string, Sum>): readonly Sum[] {
  return [...totals.values()].sort((a, b) =>
    a.total === b.total ? (a.id < b.id ? -1 : 1) : a.total < b.total ? 1 : -1,
  );
}

function add(totals: Map<string, Sum>, id: string, amount: bigint): void {
  const held = totals.get(id);
  if (held) held.total += amount;
  else totals.set(id, { id, total: amount });
}

function toSides(totals: ReadonlyMap<string, Sum>, nodes: ReadonlyMap<string, FlowNode>, most: number): MatrixSide[] {
  const ranked = rank(totals);
  const named = ranked.length > most + 1 ? ranked.slice(0, most) : ranked;
  const others = ranked.slice(named.length);
  const sides = named.map(
    ({ id, total }): MatrixSide => ({ key: id, node: nodes.get(id) ?? null, members: [id], total }),
  );
  if (others.length === 0) return sides;
  const total = others.reduce((sum, each) => sum + each.total, 0n);
  return [...sides, { key: OTHERS, node: null, members: others.map(({ id }) => id), total }];
}

function indexSides(sides: readonly MatrixSide[]): ReadonlyMap<string, number> {
  return new Map(sides.flatMap(({ members }, i) => members.map((id) => [id, i] as const)));
}

/** Who paid whom how much of one asset, largest first; what is not among the largest is summed exactly. */
export function toMatrix(relations: VisibleGraph, asset: string, isTraced: boolean, most = MATRIX_SIDE): Matrix {
  const own = relations.edges.filter(({ edge }) => edge.asset === asset);
  const edges = isTraced ? own.filter(({ edge }) => edge.tainted !== null) : own;
  const amountOf = (edge: (typeof own)[number]['edge']) => BigInt(isTraced ? (edge.tainted ?? '0') : edge.amount);
  const nodes = new Map(relations.nodes.map(({ node }) => [node.id, node]));
  const [out, into] = [new Map<string, Sum>(), new Map<string, Sum>()];
  for (const { edge } of edges) {
    add(out, edge.from, amountOf(edge));
    add(into, edge.to, amountOf(edge));
  }
  const [senders, receivers] = [toSides(out, nodes, most), toSides(into, nodes, most)];
  const [rows, columns] = [indexSides(senders), indexSides(receivers)];
  const cells: (MatrixCell | undefined)[][] = senders.map(() => receivers.map(() => undefined));
  for (const { edge, isDimmed } of edges) {
    const [row, column] = [rows.get(edge.from) ?? 0, columns.get(edge.to) ?? 0];
    const line = cells[row];
    if (!line) continue;
    const held = line[column];
    line[column] = {
      amount: (held?.amount ?? 0n) + amountOf(edge),
      payments: (held?.payments ?? 0) + edge.count,
      edges: [...(held?.edges ?? []), edge.id],
      isDimmed: isDimmed && (held?.isDimmed ?? true),
    };
  }
  const amounts = cells.flat().flatMap((cell) => (cell && cell.amount > 0n ? [cell.amount] : []));
  return {
    asset,
    isTraced,
    senders,
    receivers,
    cells,
    total: senders.reduce((sum, { total }) => sum + total, 0n),
    least: smallestOf(amounts),
    most: largestOf(amounts),
    untraced: own.reduce((sum, { edge }) => sum + edge.count, 0) - edges.reduce((sum, { edge }) => sum + edge.count, 0),
  };
}

const STEPS = 5;

/** Step of the heat scale: 0 a counted zero, 1 to 5 by the logarithm of the amount. */
export function heatStep(amount: bigint, { least, most }: Pick<Matrix, 'least' | 'most'>): number {
  if (amount <= 0n) return 0;
  if (most <= least) return STEPS;
  const share = Math.log(Number(amount) / Number(least)) / Math.log(Number(most) / Number(least));
  return 1 + Math.min(STEPS - 1, Math.max(0, Math.floor(share * STEPS)));
}

/** Amounts at which the steps 1 to 5 begin, for the legend. */
export function heatBounds({ least, most }: Pick<Matrix, 'least' | 'most'>): readonly bigint[] {
  if (most <= least) return [most];
  const ratio = Number(most) / Number(least);
  return [least, ...[1, 2, 3, 4].map((step) => BigInt(Math.round(Number(least) * ratio ** (step / STEPS))))];
}

/** Cell of a CSV file; a spreadsheet must not take a hostile name for a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The table as CSV: one line per sender, exact amounts as `write` gives them, nothing where there is no payment. */
export function matrixCsv(
  matrix: Matrix,
  name: (side: MatrixSide) => string,
  write: (amount: bigint) => string,
): string {
  const head = ['sender \\ receiver', ...matrix.receivers.map(name), 'total'].map(quote);
  const lines = matrix.senders.map((sender, i) => [
    quote(name(sender)),
    ...(matrix.cells[i] ?? []).map((cell) => (cell ? write(cell.amount) : '')),
    write(sender.total),
  ]);
  const foot = [quote('total'), ...matrix.receivers.map(({ total }) => write(total)), write(matrix.total)];
  return `${[head, ...lines, foot].map((line) => line.join(',')).join('\r\n')}\r\n`;
}
