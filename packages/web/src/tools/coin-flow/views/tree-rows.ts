import type { FlowNode, FlowStop } from '@trailmark/core/flow/flow-graph';
import { largestOf } from '@trailmark/drawing/flow/extremes';
import { isForwardFlow } from '@trailmark/drawing/flow/traced-flow';
import { edgeValue, type VisibleEdge, type VisibleGraph } from '@trailmark/drawing/flow/visible-graph';

/** What led to a line of the outline, of one asset: traced, or paid where nothing was traced. */
export interface TreeAmount {
  readonly asset: string;
  readonly amount: bigint;
  readonly isTraced: boolean;
  readonly payments: number;
}

export interface TreeRow {
  /** Unique in the tree. */
  readonly key: string;
  readonly node: FlowNode;
  readonly parent: string | null;
  /** 1 at the seeds. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly amounts: readonly TreeAmount[];
  /** Payments that lead here, for the selection. */
  readonly edges: readonly string[];
  readonly firstTime: number | null;
  readonly stops: readonly FlowStop[];
  readonly isDimmed: boolean;
  /** Listed elsewhere with all that follows: key of that line. */
  readonly refersTo: string | null;
  readonly children: number;
}

export interface Tree {
  readonly isForward: boolean;
  readonly rows: readonly TreeRow[];
  /** Lines at level 1 that no seed leads to. */
  readonly unconnected: number;
}

interface Branch {
  readonly to: string;
  readonly edges: VisibleEdge[];
}

function compareBigint(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sumAmounts(edges: readonly VisibleEdge[]): readonly TreeAmount[] {
  const byAsset = new Map<string, TreeAmount>();
  for (const { edge } of edges) {
    const held = byAsset.get(edge.asset);
    const isTraced = edge.tainted !== null || (held?.isTraced ?? false);
    const before = held && held.isTraced === isTraced ? held.amount : 0n;
    const own = isTraced ? BigInt(edge.tainted ?? '0') : edgeValue(edge);
    byAsset.set(edge.asset, {
      asset: edge.asset,
      amount: before + own,
      isTraced,
      payments: (held?.payments ?? 0) + edge.count,
    });
  }
  return [...byAsset.values()];
}

function largest(branch: Branch): bigint {
  return largestOf(sumAmounts(branch.edges).map(({ amount }) => amount));
}

/** Where the money of each node went (or came from), strongest first. */
function listBranches({ edges }: VisibleGraph, isForward: boolean): ReadonlyMap<string, readonly Branch[]> {
  const byNode = new Map<string, Map<string, Branch>>();
  for (const visible of edges) {
    const { from, to } = visible.edge;
    const [own, other] = isForward ? [from, to] : [to, from];
    const branches = byNode.get(own) ?? new Map<string, Branch>();
    byNode.set(own, branches);
    const held = branches.get(other);
    if (held) held.edges.push(visible);
    else branches.set(other, { to: other, edges: [visible] });
  }
  const isTraced = ({ edges: own }: Branch) => own.some(({ edge }) => edge.tainted !== null);
  return new Map(
    [...byNode].map(([id, branches]) => {
      const sorted = [...branches.values()].map((branch) => ({ branch, size: largest(branch) }));
      sorted.sort(
        (a, b) =>
          Number(isTraced(b.branch)) - Number(isTraced(a.branch)) ||
          compareBigint(b.size, a.size) ||
          (a.branch.to < b.branch.to ? -1 : 1),
      );
      return [id, sorted.map(({ branch }) => branch)];
    }),
  );
}

interface Planned {
  readonly roots: readonly string[];
  readonly unconnected: number;
  /** Where a node is listed with all that follows: under the first node that reaches it, nearest to the seeds. */
  readonly home: ReadonlyMap<string, string | null>;
}

type Branches = ReadonlyMap<string, readonly Branch[]>;

function spread(starts: readonly string[], home: Map<string, string | null>, branches: Branches): void {
  const line = starts.filter((id) => !home.has(id));
  for (const id of line) home.set(id, null);
  for (let at = 0; at < line.length; at += 1) {
    const id = line[at] ?? '';
    for (const { to } of branches.get(id) ?? []) {
      if (home.has(to)) continue;
      home.set(to, id);
      line.push(to);
    }
  }
}

function plan(visible: VisibleGraph, branches: Branches): Planned {
  const home = new Map<string, string | null>();
  const reached = new Set([...branches.values()].flat().map(({ to }) => to));
  const ids = visible.nodes.map(({ node }) => node.id);
  const seeds = visible.nodes.flatMap(({ node }) => (node.isSeed ? [node.id] : []));
  spread(seeds, home, branches);
  // A trace may begin with a payment, whose payer nobody reaches.
  const starts = visible.nodes.flatMap(({ node }) => (node.hop === 0 && !reached.has(node.id) ? [node.id] : []));
  spread(starts, home, branches);
  const known = [...home].filter(([, parent]) => parent === null).length;
  spread(
    ids.filter((id) => !reached.has(id)),
    home,
    branches,
  );
  for (const id of ids) spread([id], home, branches);
  const roots = [...home].flatMap(([id, parent]) => (parent === null ? [id] : []));
  return { roots, home, unconnected: known === 0 ? 0 : roots.length - known };
}

function least(edges: readonly VisibleEdge[]): number | null {
  const times = edges.flatMap(({ edge }) => edge.firstTime ?? []);
  return times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));
}

interface Open {
  readonly id: string;
  readonly key: string;
  readonly parent: string | null;
  readonly level: number;
  readonly edges: readonly VisibleEdge[];
  readonly position: number;
  readonly siblings: number;
}

type Home = Planned['home'];

function toRow(at: Open, { node, isDimmed }: VisibleGraph['nodes'][number], home: Home, children: number): TreeRow {
  const { id, key, level, edges, position, siblings, parent } = at;
  const isHome = parent === null || home.get(id) === parent;
  return {
    key,
    node,
    parent: parentKey(key, id, home),
    level,
    position,
    siblings,
    amounts: sumAmounts(edges),
    edges: edges.map(({ edge }) => edge.id),
    firstTime: edges.length === 0 ? node.firstTime : least(edges),
    stops: isHome ? node.stops : [],
    isDimmed: isDimmed || (edges.length > 0 && edges.every((edge) => edge.isDimmed)),
    refersTo: isHome ? null : id,
    children,
  };
}

/** The whole outline, in the order it is read: each place once with what follows it, and a pointer wherever it is met again. */
export function toTree(visible: VisibleGraph): Tree {
  const isForward = isForwardFlow(visible);
  const branches = listBranches(visible, isForward);
  const nodes = new Map(visible.nodes.map((each) => [each.node.id, each]));
  const { roots, home, unconnected } = plan(visible, branches);
  const rows: TreeRow[] = [];
  const stack = roots
    .map((id, i): Open => ({ id, key: id, parent: null, level: 1, edges: [], position: i + 1, siblings: roots.length }))
    .toReversed();
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { id, parent, level } = at;
    const found = nodes.get(id);
    if (!found) continue;
    const isHome = parent === null || home.get(id) === parent;
    const follow = isHome ? (branches.get(id) ?? []).filter(({ to }) => nodes.has(to)) : [];
    rows.push(toRow(at, found, home, follow.length));
    const next = follow.map(({ to, edges }, i): Open => {
      // A home line is keyed by its node, so that a pointer finds it; a pointer by the way it was met.
      const key = home.get(to) === id ? to : `${id}\n${to}`;
      return { id: to, key, parent: id, level: level + 1, edges, position: i + 1, siblings: follow.length };
    });
    for (const open of next.toReversed()) stack.push(open);
  }
  return { isForward, rows, unconnected };
}

function parentKey(key: string, id: string, home: Home): string | null {
  const cut = key.indexOf('\n');
  return cut === -1 ? (home.get(id) ?? null) : key.slice(0, cut);
}

/** Lines that are not within a closed one. */
export function openRows(rows: readonly TreeRow[], closed: ReadonlySet<string>): readonly TreeRow[] {
  const shown: TreeRow[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    hiddenBelow = closed.has(row.key) ? row.level : Number.POSITIVE_INFINITY;
    shown.push(row);
  }
  return shown;
}
