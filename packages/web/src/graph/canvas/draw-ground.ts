import { HALF_COLUMN } from '../layout/layout-job.ts';
import { formatDay } from './days.ts';
import type { Palette } from './palette.ts';
import type { Scene, SceneNode } from './scene.ts';

type Pen = CanvasRenderingContext2D;

export interface HopRule {
  readonly x: number;
  readonly hop: number;
  readonly days: string;
}

export interface GroupBox {
  readonly title: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GROUP_PADDING = 26;

function countMost(nodes: readonly SceneNode[]): number {
  const counts = new Map<number, number>();
  for (const { hop } of nodes) if (hop !== null) counts.set(hop, (counts.get(hop) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a - b)[0]?.[0] ?? 0;
}

function span(nodes: readonly SceneNode[]): string {
  const first = nodes.flatMap(({ firstTime }) => firstTime ?? []);
  const last = nodes.flatMap(({ lastTime, firstTime }) => lastTime ?? firstTime ?? []);
  if (first.length === 0) return '';
  const from = first.reduce((least, time) => Math.min(least, time));
  const to = last.reduce((most, time) => Math.max(most, time), from);
  return formatDay(from, to);
}

/** One rule a column of hops: columns that nobody moved, with the hop most of their nodes stand at. */
export function listHopRules({ nodes, hasHops }: Scene): readonly HopRule[] {
  if (!hasHops) return [];
  const columns = new Map<number, SceneNode[]>();
  for (const node of nodes.values()) {
    if (node.hop === null || node.isPinned) continue;
    const column = Math.round(node.x / HALF_COLUMN / 2);
    const held = columns.get(column);
    if (held) held.push(node);
    else columns.set(column, [node]);
  }
  return [...columns]
    .sort(([a], [b]) => a - b)
    .map(([column, members]) => ({ x: column * HALF_COLUMN * 2, hop: countMost(members), days: span(members) }));
}

/** Outlines around the members of each group. */
export function listGroupBoxes({ nodes, groups }: Scene): readonly GroupBox[] {
  const members = new Map<string, SceneNode[]>();
  for (const node of nodes.values()) {
    if (node.group === undefined) continue;
    const held = members.get(node.group);
    if (held) held.push(node);
    else members.set(node.group, [node]);
  }
  return [...members].map(([id, held]) => {
    const edge = (pick: (node: SceneNode) => number, choose: (a: number, b: number) => number) =>
      held.map(pick).reduce((a, b) => choose(a, b));
    const left = edge(({ x, width }) => x - width / 2, Math.min) - GROUP_PADDING;
    const top = edge(({ y, height }) => y - height / 2, Math.min) - GROUP_PADDING;
    const right = edge(({ x, width }) => x + width / 2, Math.max) + GROUP_PADDING;
    const bottom = edge(({ y, height }) => y + height / 2, Math.max) + GROUP_PADDING + 10;
    return { title: groups[id]?.title ?? id, left, top, width: right - left, height: bottom - top };
  });
}

export interface View {
  readonly zoom: number;
  readonly panX: number;
  readonly panY: number;
  readonly width: number;
  readonly height: number;
}

const HEAD = 42;
const LEAST_COLUMN_PX = 86;
/** Rules nearer to each other than this would be a grey field. */
const LEAST_RULE_PX = 24;

/** Hop rules in pixels of the screen: the line stays, and the words stay at the top. */
export function drawHopRules(pen: Pen, rules: readonly HopRule[], view: View, { token }: Palette): void {
  let lastWords = Number.NEGATIVE_INFINITY;
  let lastRule = Number.NEGATIVE_INFINITY;
  for (const { x, hop, days } of rules) {
    const at = Math.round(x * view.zoom + view.panX) + 0.5;
    if (at < -60 || at > view.width + 60 || at - lastRule < LEAST_RULE_PX) continue;
    lastRule = at;
    pen.strokeStyle = token['canvas-rule'];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(at, HEAD);
    pen.lineTo(at, view.height);
    pen.stroke();
    if (at - lastWords < LEAST_COLUMN_PX) continue;
    lastWords = at;
    pen.textAlign = 'center';
    pen.font = `600 11px ${token['font-text']}`;
    pen.fillStyle = token['text-2'];
    pen.fillText(`Hop ${hop}`, at, 20);
    pen.font = `500 11px ${token['font-text']}`;
    pen.fillStyle = token['text-3'];
    pen.fillText(days, at, 34);
  }
}

/** Outlines of groups, in the coordinates of the drawing. */
export function drawGroups(pen: Pen, boxes: readonly GroupBox[], { token }: Palette): void {
  for (const { title, left, top, width, height } of boxes) {
    pen.strokeStyle = token['line-strong'];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(left, top, width, height, 6);
    pen.stroke();
    pen.font = `500 11px ${token['font-text']}`;
    pen.fillStyle = token['text-2'];
    pen.textAlign = 'left';
    pen.fillText(title.slice(0, 60), left + 8, top + 14);
  }
}
