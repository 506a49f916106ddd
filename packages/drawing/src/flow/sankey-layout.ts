import { largestOf } from './extremes.ts';
import type { Stub, TracedFlow, TracedLink, TracedNode } from './traced-flow.ts';

export interface SankeyNode extends TracedNode {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Half hops from the left: transactions are at odd ones. */
  readonly column: number;
  readonly stubs: readonly SankeyStub[];
  /** Tall enough, or alone enough, for words. */
  readonly hasWords: boolean;
}
export interface SankeyStub extends Stub {
  readonly side: 'before' | 'after';
  readonly y: number;
  readonly width: number;
}
export interface SankeyLink extends TracedLink {
  /** Outline of the band. */
  readonly path: string;
  readonly width: number;
  /** Leads back to the left: money that came round. */
  readonly isReturn: boolean;
}
export interface SankeyColumn {
  /** Hops of the places that are here, as the trace counted them; null where it counted none. */
  readonly hops: readonly [first: number, last: number] | null;
  readonly x: number;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
}
export interface SankeyPicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly SankeyNode[];
  readonly links: readonly SankeyLink[];
  readonly columns: readonly SankeyColumn[];
}

export const NODE_WIDTH = 10;
export const STUB_LENGTH = 22;
const LEFT = 44;
const TOP = 44;
const BOTTOM = 28;
/** Room to the right of a column: words and curves of addresses, curves alone of transactions. */
const AFTER_PLACE = 176;
/** The same where another place is next, with no transaction between. */
const AFTER_ALONE = 236;
const AFTER_BAR = 74;
const COLUMN_HEIGHT = 420;
/** Tallest place. */
const MOST_HEIGHT = 260;
const WORDS_HEIGHT = 30;
const GAP = 8;
/** Fuller columns give words to tall nodes only. */
const MOST_WORDS = 48;
const SWEEPS = 6;

const isBar = ({ node }: TracedNode) => node.kind === 'transaction' || node.kind === 'peel-chain';
const byTime = (a: TracedLink, b: TracedLink) =>
  (a.edge.firstHeight ?? a.edge.firstTime ?? 0) - (b.edge.firstHeight ?? b.edge.firstTime ?? 0) ||
  (a.edge.id < b.edge.id ? -1 : 1);

type Links = ReadonlyMap<string, readonly TracedLink[]>;

function groupLinks(links: readonly TracedLink[], side: 'from' | 'to'): Links {
  const groups = new Map<string, TracedLink[]>();
  for (const link of links) {
    const group = groups.get(link.edge[side]);
    if (group) group.push(link);
    else groups.set(link.edge[side], [link]);
  }
  return groups;
}

/** Links that close a circle, found from the beginnings on in the order of the chain; without them all leads to the right. */
function findReturns(flow: TracedFlow, outs: Links): ReadonlySet<TracedLink> {
  const returns = new Set<TracedLink>();
  const state = new Map<string, 'open' | 'done'>();
  const begins = (node: TracedNode) => (node.before.some(({ kind }) => kind === 'begin') ? 0 : node.in === 0n ? 1 : 2);
  const starts = flow.nodes.toSorted((a, b) => begins(a) - begins(b));
  for (const start of starts) {
    if (state.has(start.node.id)) continue;
    const stack = [{ id: start.node.id, at: 0 }];
    state.set(start.node.id, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const link = outs.get(top.id)?.[top.at];
      top.at += 1;
      if (!link) {
        state.set(top.id, 'done');
        stack.pop();
        continue;
      }
      const seen = state.get(link.edge.to);
      if (seen === 'open') returns.add(link);
      if (seen !== undefined) continue;
      state.set(link.edge.to, 'open');
      stack.push({ id: link.edge.to, at: 0 });
    }
  }
  return returns;
}

function countIns(links: readonly TracedLink[], far: 'from' | 'to'): Map<string, number> {
  const waits = new Map<string, number>();
  for (const { edge } of links) waits.set(edge[far], (waits.get(edge[far]) ?? 0) + 1);
  return waits;
}

/** The same columns counted from the other end; places stay at even ones. */
function mirror(columns: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const most = [...columns.values()].reduce((a, b) => Math.max(a, b), 0);
  const last = most + (most % 2);
  return new Map([...columns].map(([id, column]) => [id, last - column]));
}

/** Columns from the beginning of the trace on: a trace back begins at the right, and its payments lead there too. */
function findColumns(flow: TracedFlow, links: readonly TracedLink[]): ReadonlyMap<string, number> {
  return flow.isForward ? findWays(flow, links, 'from', 'to') : mirror(findWays(flow, links, 'to', 'from'));
}

type End = 'from' | 'to';

/** Longest paths in half hops, so that a payment leads to the right; transactions are between two hops. */
function findWays(flow: TracedFlow, links: readonly TracedLink[], near: End, far: End): ReadonlyMap<string, number> {
  const bars = new Map(flow.nodes.map((node) => [node.node.id, isBar(node) ? 1 : 0]));
  const columns = new Map(bars);
  const waits = countIns(links, far);
  const outs = groupLinks(links, near);
  const open = flow.nodes.flatMap(({ node }) => (waits.has(node.id) ? [] : [node.id]));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const from = columns.get(id) ?? 0;
    for (const { edge } of outs.get(id) ?? []) {
      const next = edge[far];
      const step = (from + 1) % 2 === bars.get(next) ? 1 : 2;
      columns.set(next, Math.max(columns.get(next) ?? 0, from + step));
      const left = (waits.get(next) ?? 1) - 1;
      waits.set(next, left);
      if (left === 0) open.push(next);
    }
  }
  return columns;
}

interface Draft {
  readonly part: TracedNode;
  readonly column: number;
  readonly height: number;
  readonly slot: number;
  readonly hasWords: boolean;
  y: number;
}

function heldBy({ in: into, out, before, after }: TracedNode): bigint {
  const sum = (stubs: readonly Stub[]) => stubs.reduce((total, { amount }) => total + amount, 0n);
  const [left, right] = [into + sum(before), out + sum(after)];
  return largestOf([left, right]);
}

function groupColumns(flow: TracedFlow, columns: ReadonlyMap<string, number>): Map<number, TracedNode[]> {
  const groups = new Map<number, TracedNode[]>();
  for (const node of flow.nodes) {
    const column = columns.get(node.node.id) ?? 0;
    const group = groups.get(column);
    if (group) group.push(node);
    else groups.set(column, [node]);
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
}

/**
 * Pixels one unit is worth: the fullest column fills its height, unless one place would be so tall that words are lost on it.
 * Widths need no more than a float's precision.
 */
function findScale(groups: ReadonlyMap<number, readonly TracedNode[]>): number {
  const sums = [...groups.values()].map((group) => group.reduce((sum, node) => sum + heldBy(node), 0n));
  const most = largestOf([1n, ...sums]);
  const one = largestOf([1n, ...[...groups.values()].flat().map(heldBy)]);
  return Math.min(COLUMN_HEIGHT / Number(most), MOST_HEIGHT / Number(one));
}

/** Where the node itself begins: in the middle of its slot, next to its words. */
function topOf({ y, slot, height }: Draft): number {
  return y + (slot - height) / 2;
}

function stack(drafts: readonly Draft[]): void {
  let free = TOP;
  for (const draft of drafts) {
    draft.y = Math.max(draft.y, free);
    free = draft.y + draft.slot + GAP;
  }
}

/** Pulls what was pushed beyond the foot back up, as far as there is room. */
function unstack(drafts: readonly Draft[], foot: number): void {
  let limit = foot;
  for (const draft of drafts.toReversed()) {
    draft.y = Math.min(draft.y, limit - draft.slot);
    limit = draft.y - GAP;
  }
}

type Sides = { readonly ins: Links; readonly outs: Links };

/** Moves a place to the middle of those it is tied to on one side, by what ties them. */
function lean(draft: Draft, links: readonly TracedLink[], side: 'from' | 'to', byId: ReadonlyMap<string, Draft>): void {
  let [sum, weight] = [0, 0];
  for (const { edge, amount } of links) {
    const other = byId.get(edge[side]);
    if (!other) continue;
    sum += (other.y + other.slot / 2) * Number(amount);
    weight += Number(amount);
  }
  if (weight > 0) draft.y = sum / weight - draft.slot / 2;
}

function settle(columns: ReadonlyMap<number, Draft[]>, { ins, outs }: Sides, foot: number): void {
  const byId = new Map([...columns.values()].flat().map((draft) => [draft.part.node.id, draft]));
  const order = [...columns.keys()];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const [way, links, side] =
      sweep % 2 === 0 ? ([order, ins, 'from'] as const) : ([order.toReversed(), outs, 'to'] as const);
    for (const column of way) {
      const drafts = columns.get(column) ?? [];
      for (const draft of drafts) lean(draft, links.get(draft.part.node.id) ?? [], side, byId);
      drafts.sort((a, b) => a.y - b.y || (a.part.node.id < b.part.node.id ? -1 : 1));
      stack(drafts);
      unstack(drafts, foot);
      stack(drafts);
    }
  }
}

function draftColumns(flow: TracedFlow, columns: ReadonlyMap<string, number>, scale: number): Map<number, Draft[]> {
  return new Map(
    [...groupColumns(flow, columns)].map(([column, group]) => {
      const drafts = group.map((part): Draft => {
        const height = Math.max(2, Number(heldBy(part)) * scale);
        const wants = !isBar(part) && group.length <= MOST_WORDS;
        const slot = Math.max(height, wants ? WORDS_HEIGHT : 3);
        const hasWords = !isBar(part) && (wants || height >= WORDS_HEIGHT);
        return { part, column, height, slot, hasWords, y: 0 };
      });
      drafts.sort((a, b) => b.height - a.height || (a.part.node.id < b.part.node.id ? -1 : 1));
      return [column, drafts];
    }),
  );
}

function placeColumns(columns: readonly number[]): {
  readonly xs: ReadonlyMap<number, number>;
  readonly width: number;
} {
  const xs = new Map<number, number>();
  let x = LEFT;
  for (const [i, column] of columns.entries()) {
    xs.set(column, x);
    const isBeforeBar = (columns[i + 1] ?? 0) % 2 === 1;
    x += NODE_WIDTH + (column % 2 === 1 ? AFTER_BAR : isBeforeBar ? AFTER_PLACE : AFTER_ALONE);
  }
  return { xs, width: x + 8 };
}

interface Ends {
  readonly xs: ReadonlyMap<number, number>;
  readonly scale: number;
  readonly foot: number;
}

/** Where each link touches its node, in the order of the other ends, so that bands do not cross at the node. */
function anchor(links: readonly TracedLink[], own: Draft, other: (link: TracedLink) => number, scale: number) {
  let at = topOf(own);
  return links
    .toSorted((a, b) => other(a) - other(b))
    .map((link) => {
      const width = Math.max(1, Number(link.amount) * scale);
      const y = at + (Number(link.amount) * scale) / 2;
      at += Number(link.amount) * scale;
      return { link, width, y, next: at };
    });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** One side of a band from left to right, or of its way back along the foot. */
function drawSide([x0, y0]: Corner, [x1, y1]: Corner): string {
  const middle = round((x0 + x1) / 2);
  return `C${middle} ${round(y0)} ${middle} ${round(y1)} ${round(x1)} ${round(y1)}`;
}

type Corner = readonly [x: number, y: number];

/** A band as the area between its sides: a line as wide would fold over itself where it bends. */
function drawBand([x0, y0]: Corner, [x1, y1]: Corner, width: number): string {
  const half = width / 2;
  const [above, below] = [drawSide([x0, y0 - half], [x1, y1 - half]), drawSide([x1, y1 + half], [x0, y0 + half])];
  return `M${round(x0)} ${round(y0 - half)}${above}L${round(x1)} ${round(y1 + half)}${below}Z`;
}

const TURN = 26;

/** A band that leads back to the left: out of its node, along below the foot, and in again. */
function drawReturn([x0, y0]: Corner, [x1, y1]: Corner, width: number, foot: number): string {
  const half = width / 2;
  const [top, bottom] = [foot + 14, foot + 14 + width];
  const reach = Math.min(width, LEFT - TURN);
  const [outer, inner] = [x0 + TURN + reach, x0 + TURN];
  const [nearLeft, farLeft] = [x1 - TURN, x1 - TURN - reach];
  const at = (x: number, y: number) => `${round(x)} ${round(y)}`;
  const outside = `M${at(x0, y0 - half)}Q${at(outer, y0 - half)} ${at(outer, (y0 + bottom) / 2)}Q${at(outer, bottom)} ${at(x0, bottom)}H${round(x1)}Q${at(farLeft, bottom)} ${at(farLeft, (y1 + bottom) / 2)}Q${at(farLeft, y1 - half)} ${at(x1, y1 - half)}`;
  return `${outside}V${round(y1 + half)}Q${at(nearLeft, y1 + half)} ${at(nearLeft, (y1 + half + top) / 2)}Q${at(nearLeft, top)} ${at(x1, top)}H${round(x0)}Q${at(inner, top)} ${at(inner, (y0 + half + top) / 2)}Q${at(inner, y0 + half)} ${at(x0, y0 + half)}Z`;
}

function drawLinks(flow: TracedFlow, drafts: ReadonlyMap<string, Draft>, sides: Sides, ends: Ends) {
  const { xs, scale, foot } = ends;
  const touch = new Map<TracedLink, { from?: number; to?: number; width: number }>();
  const rests = new Map<string, { after: number; before: number }>();
  for (const [id, draft] of drafts) {
    const yOf = (side: 'from' | 'to') => (link: TracedLink) => drafts.get(link.edge[side])?.y ?? 0;
    const outs = anchor(sides.outs.get(id) ?? [], draft, yOf('to'), scale);
    const ins = anchor(sides.ins.get(id) ?? [], draft, yOf('from'), scale);
    for (const { link, y, width } of outs) touch.set(link, { ...touch.get(link), from: y, width });
    for (const { link, y, width } of ins) touch.set(link, { ...touch.get(link), to: y, width });
    rests.set(id, { after: outs.at(-1)?.next ?? topOf(draft), before: ins.at(-1)?.next ?? topOf(draft) });
  }
  const links = flow.links.flatMap((link): SankeyLink[] => {
    const [from, to, at] = [drafts.get(link.edge.from), drafts.get(link.edge.to), touch.get(link)];
    if (!from || !to || at?.from === undefined || at.to === undefined) return [];
    const isReturn = to.column <= from.column;
    const [x0, x1] = [(xs.get(from.column) ?? 0) + NODE_WIDTH, xs.get(to.column) ?? 0];
    const [start, end, { width }] = [[x0, at.from] as const, [x1, at.to] as const, at];
    const path = isReturn ? drawReturn(start, end, width, foot) : drawBand(start, end, width);
    return [{ ...link, width, isReturn, path }];
  });
  return { links, rests };
}

function drawStubs({ part }: Draft, rest: { readonly after: number; readonly before: number }, scale: number) {
  const draw = (stubs: readonly Stub[], side: 'before' | 'after'): SankeyStub[] => {
    let at = rest[side];
    return stubs.map((each) => {
      const width = Number(each.amount) * scale;
      const y = at + width / 2;
      at += width;
      return { ...each, side, y, width: Math.max(1, width) };
    });
  };
  return [...draw(part.before, 'before'), ...draw(part.after, 'after')];
}

function describeColumns(columns: ReadonlyMap<number, readonly Draft[]>, xs: ReadonlyMap<number, number>) {
  return [...columns].flatMap(([column, drafts]): SankeyColumn[] => {
    if (column % 2 === 1) return [];
    const times = drafts.flatMap(({ part: { node } }) => [node.firstTime ?? [], node.lastTime ?? []].flat());
    const [firstTime, lastTime] =
      times.length === 0
        ? [null, null]
        : [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
    const counted = drafts.flatMap(({ part: { node } }) => node.hop ?? []);
    const [first, last] = [Math.min(...counted), Math.max(...counted)];
    return [{ hops: counted.length === 0 ? null : [first, last], x: xs.get(column) ?? 0, firstTime, lastTime }];
  });
}

/** Places of nodes and bands, the same for the same flow. Time: a few passes over the links. */
export function layoutSankey(flow: TracedFlow): SankeyPicture {
  const inTime = flow.links.toSorted(byTime);
  const returns = findReturns(flow, groupLinks(inTime, 'from'));
  const onward = inTime.filter((link) => !returns.has(link));
  const byId = findColumns(flow, onward);
  const scale = findScale(groupColumns(flow, byId));
  const columns = draftColumns(flow, byId, scale);
  const used = (drafts: readonly Draft[]) => drafts.reduce((sum, { slot }) => sum + slot + GAP, 0);
  const foot = TOP + [...columns.values()].map(used).reduce((a, b) => Math.max(a, b), COLUMN_HEIGHT / 2);
  settle(columns, { ins: groupLinks(onward, 'to'), outs: groupLinks(onward, 'from') }, foot);
  const drafts = new Map([...columns.values()].flat().map((draft) => [draft.part.node.id, draft]));
  const { xs, width } = placeColumns([...columns.keys()]);
  const sides = { ins: groupLinks(inTime, 'to'), outs: groupLinks(inTime, 'from') };
  const { links, rests } = drawLinks(flow, drafts, sides, { xs, scale, foot });
  const nodes = [...drafts.values()].map((draft): SankeyNode => {
    const { part, column, height, hasWords } = draft;
    const y = topOf(draft);
    const rest = rests.get(part.node.id) ?? { after: y, before: y };
    return { ...part, x: xs.get(column) ?? 0, y, height, column, hasWords, stubs: drawStubs(draft, rest, scale) };
  });
  const low = links.reduce((most, link) => (link.isReturn ? Math.max(most, link.width) : most), 0);
  return { width, height: foot + BOTTOM + low, nodes, links, columns: describeColumns(columns, xs) };
}
