import { firstThatFits, type HopRule } from '@trailmark/drawing/flow/hop-rules';
import type { Scene, SceneNode } from '@trailmark/drawing/flow/picture-scene';
import type { Palette } from './palette.ts';

type Pen = CanvasRenderingContext2D;

export interface GroupBox {
  readonly title: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GROUP_PADDING = 26;

/** Outlines around the members of each group. */
export function listGroupBoxes({ nodes, groups }: Scene): readonly GroupBox[] {
  const members = new Map<string, SceneNode[]>();
  for (const node of nodes.values()) {
    const group = node.mark?.group;
    if (group === undefined) continue;
    const held = members.get(group);
    if (held) held.push(node);
    else members.set(group, [node]);
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

/** Height of the heads of columns, in pixels of the screen. */
export const HEAD = 42;
/** Least room that the head of a column needs; nearer ones are left out. */
const LEAST_HEAD_PX = 58;
/** Rules nearer to each other than this would be a grey field. */
const LEAST_RULE_PX = 24;
const HEAD_GAP = 14;

function drawHead(pen: Pen, { hops, days }: HopRule, at: number, room: number, { token }: Palette): void {
  pen.textAlign = 'center';
  pen.font = `600 11px ${token['font-text']}`;
  pen.fillStyle = token['text-2'];
  const widthOf = (text: string) => pen.measureText(text).width;
  const short = [hops, hops.replace(/^Hops? /, '').replace(' to ', '–')];
  pen.fillText(firstThatFits(short, room, widthOf) ?? '', at, 20);
  pen.font = `500 11px ${token['font-text']}`;
  pen.fillStyle = token['text-3'];
  pen.fillText(firstThatFits(days, room, widthOf) ?? '', at, 34);
}

/** Hop rules in pixels of the screen: lines on the ground, and words over everything at the top, as long as their column is wide. */
export function drawHopRules(pen: Pen, over: Pen, rules: readonly HopRule[], view: View, palette: Palette): void {
  if (rules.length > 0) {
    over.globalAlpha = 0.92;
    over.fillStyle = palette.token.canvas;
    over.fillRect(2, 2, view.width - 4, HEAD - 2);
    over.globalAlpha = 1;
  }
  const rows = rules.map((rule) => ({ rule, at: Math.round(rule.x * view.zoom + view.panX) + 0.5 }));
  let lastRule = Number.NEGATIVE_INFINITY;
  const heads: typeof rows = [];
  for (const row of rows) {
    if (row.at - lastRule < LEAST_RULE_PX) continue;
    lastRule = row.at;
    pen.strokeStyle = palette.token['canvas-rule'];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(row.at, HEAD);
    pen.lineTo(row.at, view.height);
    pen.stroke();
    const last = heads.at(-1);
    if (!last || row.at - last.at >= LEAST_HEAD_PX) heads.push(row);
  }
  heads.forEach(({ rule, at }, i) => {
    if (at < -80 || at > view.width + 80) return;
    const gaps = [heads[i - 1], heads[i + 1]].flatMap((other) => (other ? [Math.abs(other.at - at)] : []));
    drawHead(over, rule, at, Math.min(400, ...gaps) - HEAD_GAP, palette);
  });
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
