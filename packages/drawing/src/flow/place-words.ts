import type { PictureText } from '../picture/picture.ts';
import { measureText } from '../picture/picture-text.ts';
import type { Route } from './edge-route.ts';
import type { Scene, SceneEdge, SceneNode } from './picture-scene.ts';

/** Distance of two lines of words. */
export const WORD_LINE = 14;
export const TITLE_SIZE = 12;
export const LINE_SIZE = 11;
const CELL = 96;
/** More payments than this from one place are a fan. */
const FAN = 3;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One line of words and its place. `rank`: 0 title, 1 first line below, 2 the others. */
export interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: 'bold' | 'mono' | 'sans';
  readonly anchor: PictureText['anchor'];
  readonly rank: 0 | 1 | 2;
}

/** What there is room to write: less important words give way to others, and to shapes. */
export interface WordPlan {
  readonly nodes: ReadonlyMap<string, readonly PlacedLine[]>;
  readonly edges: ReadonlyMap<string, readonly PlacedLine[]>;
  /** Payments whose amount is not written for want of room. */
  readonly leftOut: number;
}

export interface WordRules {
  /** Words are this much larger than the drawing, where it is seen from afar. */
  readonly scale: number;
  readonly withLines: boolean;
  readonly withAmounts: boolean;
  /** Leaves out what is known by its identifier only, unless a trail ends there. */
  readonly onlyNames?: boolean;
}

const IDENTIFIER = /^[0-9a-zA-Z]{4,9}…[0-9a-zA-Z]{3,8}$/;

function nodeAnchor(
  { x, y, width, height, badge, mark }: SceneNode,
  scale: number,
  below: number,
  at: SceneNode['wordsAt'],
): Pick<PlacedLine, 'x' | 'y' | 'anchor'> {
  const rest = below * WORD_LINE * scale;
  if (at === 'right') return { x: x + width / 2 + (badge ? 15 : 9), y: y + 4 * scale - rest / 2, anchor: 'start' };
  if (at === 'above' && mark?.exhibit === undefined) return { x, y: y - height / 2 - 8 - rest, anchor: 'middle' };
  return { x, y: y + height / 2 + (badge ? 9 : 5) + 11 * scale, anchor: 'middle' };
}

/** Lines of a node: next to it, above or below; without its quiet lines only the title. */
export function nodeLines(
  node: SceneNode,
  scale: number,
  withLines: boolean,
  at: SceneNode['wordsAt'] = node.wordsAt,
): readonly PlacedLine[] {
  const { title, isMono, lines } = node.words;
  if (title === '') return [];
  const below = withLines ? lines : [];
  const anchor = nodeAnchor(node, scale, below.length, at);
  const first: PlacedLine = {
    ...anchor,
    text: title,
    size: (isMono ? LINE_SIZE : TITLE_SIZE) * scale,
    font: isMono ? 'mono' : 'bold',
    rank: 0,
  };
  const others = below.map(
    (text, i): PlacedLine => ({
      ...anchor,
      text,
      y: anchor.y + (i + 1) * WORD_LINE * scale,
      size: LINE_SIZE * scale,
      font: IDENTIFIER.test(text) ? 'mono' : 'sans',
      rank: i === 0 ? 1 : 2,
    }),
  );
  return [first, ...others];
}

function edgeLines(edge: SceneEdge, { middle: [x, y], isLevel }: Route, scale: number, isBelow: boolean): PlacedLine[] {
  const size = LINE_SIZE * scale;
  const up = isBelow ? -edge.width / 2 - 2 - size : edge.width / 2 + 5;
  const top = isLevel ? y - up : y + 4 * scale;
  const line = { x, size, font: 'sans', anchor: 'middle' } as const;
  const first: PlacedLine = { ...line, text: edge.label, y: top, rank: 0 };
  if (edge.below === null) return [first];
  const next = isLevel && !isBelow ? y + edge.width / 2 + 3 + size : top + WORD_LINE * scale;
  return [first, { ...line, text: edge.below, y: next, rank: 1 }];
}

function boxOf({ text, x, y, size, font, anchor }: PlacedLine): Box {
  const width = measureText(text, size, font) + 4;
  const left = anchor === 'start' ? x - 2 : x - width / 2;
  return { left, right: left + width, top: y - size * 0.85, bottom: y + size * 0.28 };
}

/** Most cells in a row of the grid, on either side of the middle. */
const CELLS = 1 << 20;

function listCells({ left, top, right, bottom }: Box): readonly number[] {
  const cells: number[] = [];
  const [first, last] = [Math.floor(left / CELL), Math.floor(right / CELL)];
  for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1)
    for (let column = first; column <= last; column += 1) cells.push(row * CELLS + column);
  return cells;
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Rectangles that are taken, by cells of a grid. */
class Taken {
  readonly #cells = new Map<number, { readonly box: Box; readonly owner: string }[]>();

  isFree(box: Box, owner: string): boolean {
    return listCells(box).every((cell) => {
      const held = this.#cells.get(cell);
      return held === undefined || !held.some((other) => other.owner !== owner && meets(box, other.box));
    });
  }

  take(box: Box, owner: string): void {
    for (const cell of listCells(box)) {
      const held = this.#cells.get(cell);
      if (held) held.push({ box, owner });
      else this.#cells.set(cell, [{ box, owner }]);
    }
  }
}

function weigh({ mark, isSeed, words, wordsAt }: SceneNode): number {
  if (mark?.label !== undefined || mark?.exhibit !== undefined) return 4;
  if (isSeed) return 3;
  if (!words.isMono) return 2;
  return wordsAt === 'right' ? 1 : 0;
}

/** The first choice of lines that meets nothing else, taken; none where all do. */
function settle(taken: Taken, owner: string, choices: readonly (readonly PlacedLine[])[]): readonly PlacedLine[] {
  for (const lines of choices) {
    const boxes = lines.map(boxOf);
    if (!boxes.every((box) => taken.isFree(box, owner))) continue;
    for (const box of boxes) taken.take(box, owner);
    return lines;
  }
  return [];
}

function rankNodes({ nodes, ins }: Scene): readonly SceneNode[] {
  const strength = ({ id }: SceneNode) => (ins.get(id) ?? []).reduce((most, { value }) => Math.max(most, value), 0);
  return [...nodes.values()]
    .map((node) => ({ node, weight: weigh(node), value: strength(node) }))
    .sort((a, b) => b.weight - a.weight || b.value - a.value || (a.node.id < b.node.id ? -1 : 1))
    .map(({ node }) => node);
}

/** Sides where words may be, the best first; a name may be wherever there is room. */
function listSides(node: SceneNode): readonly SceneNode['wordsAt'][] {
  if (node.shape === 'capsule') return ['below'];
  const others = (['below', 'above', 'right'] as const).filter((at) => at !== node.wordsAt);
  return [node.wordsAt, ...others.filter((at) => at !== 'right' || weigh(node) > 1)];
}

/** Payments of a fan are distinguished at their far ends, where they no longer overlap. */
function wordsRoute(edge: SceneEdge, route: Route, { outs, ins }: Scene, scale: number): Route {
  const isFan = (outs.get(edge.from)?.length ?? 0) > FAN && ins.get(edge.to)?.length === 1;
  if (!isFan || route.isLevel) return route;
  const off = measureText(edge.label, LINE_SIZE * scale, 'sans') / 2 + 10;
  return { ...route, middle: [route.to[0] - (route.isBack ? -off : off), route.to[1]], isLevel: true };
}

function planNodes(scene: Scene, taken: Taken, { scale, withLines, onlyNames = false }: WordRules): WordPlan['nodes'] {
  const plan = new Map<string, readonly PlacedLine[]>();
  for (const node of rankNodes(scene)) {
    if (onlyNames && weigh(node) === 0) continue;
    if (node.words.title === '') continue;
    const sides = listSides(node);
    const full = sides.map((at) => nodeLines(node, scale, withLines, at));
    const short = withLines && node.words.lines.length > 0 ? sides.map((at) => nodeLines(node, scale, false, at)) : [];
    plan.set(node.id, settle(taken, node.id, [...full, ...short]));
  }
  return plan;
}

/** Where words are placed so that none covers another: names by weight first, then amounts by size. Always the same for the same scene. */
export function planWords(scene: Scene, routes: ReadonlyMap<string, Route>, rules: WordRules): WordPlan {
  const taken = new Taken();
  for (const { id, x, y, width, height } of scene.nodes.values())
    taken.take({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }, id);
  const nodes = planNodes(scene, taken, rules);
  const edges = new Map<string, readonly PlacedLine[]>();
  const bySize = [...scene.edges.values()].sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
  let leftOut = 0;
  for (const edge of rules.withAmounts ? bySize : []) {
    const own = routes.get(edge.id);
    if (!own || edge.label === '') continue;
    const route = wordsRoute(edge, own, scene, rules.scale);
    const above = edgeLines(edge, route, rules.scale, false);
    const below = route.isLevel ? [edgeLines(edge, route, rules.scale, true)] : [];
    const lines = settle(taken, edge.id, [above, ...below, above.slice(0, 1)]);
    if (lines.length > 0) edges.set(edge.id, lines);
    else leftOut += 1;
  }
  return { nodes, edges, leftOut };
}
