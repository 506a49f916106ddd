import { describeFlowAsset, flowAssetWord } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument, FlowMode } from '@trailmark/core/flow/flow-document';
import { type Picture, type PictureItem, type PictureText, pathItem, rectPath } from '../picture/picture.ts';
import { measureText, plainText, wrapText } from '../picture/picture-text.ts';
import { routeEdges } from './edge-route.ts';
import { firstThatFits, listHopRules } from './hop-rules.ts';
import { drawEdges } from './picture-edges.ts';
import { drawLegend } from './picture-legend.ts';
import { drawNode } from './picture-nodes.ts';
import { getPicturePalette, type PicturePalette, type PicturePaletteName } from './picture-palette.ts';
import { createPlaces, createScene, type Scene, type SceneNode } from './picture-scene.ts';
import { planWords, type WordPlan } from './place-words.ts';
import { type VisibleGraph, visibleGraph } from './visible-graph.ts';

export interface DrawFlowOptions {
  /** Node ids to draw, as they are drawn; left out: all that the document shows. */
  readonly only?: readonly string[] | undefined;
  readonly mode?: FlowMode | undefined;
  readonly palette: PicturePaletteName;
  /** Lines below the picture: version, method, as-of, hash. What is left out is stated separately. */
  readonly caption?: readonly string[] | undefined;
  readonly isTransparent?: boolean | undefined;
  /** Lines below the words of a node, by its id: they are no part of the document. */
  readonly notes?: ReadonlyMap<string, readonly string[]> | undefined;
}

const MARGIN = 24;
const HEAD = 44;
const LEAST_WIDTH = 560;
const LINE = 15;

/** What a mode draws, for captions. */
const MODE_WORDS: Readonly<Record<FlowMode, string>> = {
  transactions: 'Payments through their transactions.',
  relations: 'Payments between addresses, summed.',
  entities: 'Payments between services and clusters of addresses, summed.',
};

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function restrict(graph: VisibleGraph, only: readonly string[] | undefined): VisibleGraph {
  if (!only) return graph;
  const wanted = new Set(only);
  const nodes = graph.nodes.filter(({ node }) => wanted.has(node.id));
  const edges = graph.edges.filter(({ edge }) => wanted.has(edge.from) && wanted.has(edge.to));
  return { ...graph, nodes, edges };
}

function withNotes(graph: VisibleGraph, notes: DrawFlowOptions['notes']): VisibleGraph {
  if (!notes || notes.size === 0) return graph;
  const nodes = graph.nodes.map((each) => {
    const own = [each.node.id, ...each.members].flatMap((id) => notes.get(id) ?? []);
    return own.length === 0 ? each : { ...each, notes: [...new Set(own)] };
  });
  return { ...graph, nodes };
}

/** Room that a drawing takes, by what is in it. */
function measure(items: readonly PictureItem[], nodes: Iterable<SceneNode>): Box {
  let box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const add = (left: number, top: number, right: number, bottom: number): void => {
    box = {
      left: Math.min(box.left, left),
      top: Math.min(box.top, top),
      right: Math.max(box.right, right),
      bottom: Math.max(box.bottom, bottom),
    };
  };
  for (const { x, y, width, height } of nodes) {
    add(x - width / 2 - 10, y - height / 2 - 24, x + width / 2 + 12, y + height / 2 + 12);
  }
  for (const item of items) {
    if (item.kind !== 'text') continue;
    const width = measureText(item.text, item.size, item.font);
    const left = item.anchor === 'start' ? item.x : item.anchor === 'end' ? item.x - width : item.x - width / 2;
    add(left, item.y - item.size, left + width, item.y + 4);
  }
  return box.left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** A hair line, the hops and the days of each column; words that are wider than their column are shortened. */
function drawHops(scene: Scene, top: number, bottom: number, palette: PicturePalette): PictureItem[] {
  const rules = listHopRules(scene);
  return rules.flatMap(({ x, hops, days }, i): PictureItem[] => {
    const gaps = [rules[i - 1], rules[i + 1]].flatMap((other) => (other ? [Math.abs(other.x - x)] : []));
    const room = Math.min(400, ...gaps) - 8;
    const text = { kind: 'text', x, size: 11, anchor: 'middle' } as const;
    const words = firstThatFits(days, room, (each) => measureText(each, 11, 'sans')) ?? '';
    return [
      pathItem(`M${x} ${top}V${bottom}`, { stroke: { colour: palette.rule, width: 1 } }),
      { ...text, text: hops, y: top - 24, font: 'bold', colour: palette.quiet },
      { ...text, text: words, y: top - 10, font: 'sans', colour: palette.faint },
    ];
  });
}

function drawGroups(scene: Scene, plan: WordPlan, palette: PicturePalette): PictureItem[] {
  const { groups } = scene;
  const members = new Map<string, SceneNode[]>();
  for (const node of scene.nodes.values()) {
    const group = node.mark?.group;
    if (group !== undefined) members.set(group, [...(members.get(group) ?? []), node]);
  }
  return [...members].flatMap(([id, nodes]): PictureItem[] => {
    const words = nodes.flatMap((node) => drawNode(node, palette, plan.nodes.get(node.id)));
    const box = measure(words, nodes);
    const outline = rectPath(box.left - 12, box.top - 14, box.right - box.left + 24, box.bottom - box.top + 26, 6);
    const title = plainText((Object.hasOwn(groups, id) ? groups[id]?.title : undefined) ?? id, 40);
    return [
      pathItem(outline, { stroke: { colour: palette.control, width: 1 } }),
      {
        kind: 'text',
        text: title,
        x: box.left - 4,
        y: box.top,
        size: 11,
        font: 'bold',
        colour: palette.quiet,
        anchor: 'start',
      },
    ];
  });
}

function filterWords({ filters, assets }: FlowDocument): string[] {
  const { fromTime, toTime, tracedOnly, minAmount, laterThan } = filters;
  const least = Object.entries(minAmount).map(
    ([id, units]) =>
      `at least ${units} of the smallest unit of ${plainText(flowAssetWord(describeFlowAsset(assets, id)), 30)}`,
  );
  const parts = [
    ...least,
    ...(fromTime === null ? [] : [`from ${day(fromTime)}`]),
    ...(toTime === null ? [] : [`until ${day(toTime)}`]),
    ...(tracedOnly ? ['traced payments only'] : []),
    ...(Object.keys(laterThan).length > 0 ? ['only later payments at some nodes'] : []),
  ];
  return parts.length === 0 ? [] : [`Filters: ${parts.join(', ')}.`];
}

function leftOutWords(graph: VisibleGraph, document: FlowDocument): string[] {
  const nodes = Object.keys(document.nodes).length;
  const edges = Object.keys(document.edges).length;
  const { hidden } = graph.notDrawn;
  const drawn = `${graph.nodes.length} nodes and ${graph.edges.length} payments drawn; the document holds ${nodes} and ${edges}.`;
  return [hidden > 0 ? `${drawn} Hidden by hand: ${hidden}.` : drawn];
}

function roomWords(leftOut: number): string[] {
  return leftOut === 0 ? [] : [`Amounts not written for want of room: ${leftOut}.`];
}

function captionLines(
  document: FlowDocument,
  graph: VisibleGraph,
  given: readonly string[],
  width: number,
  leftOut: number,
): PictureText[] {
  const mode = MODE_WORDS[graph.mode];
  const unit = given.length > 0 ? given : [];
  const lines = [
    ...unit,
    `${mode} ${leftOutWords(graph, document).join(' ')}`,
    ...filterWords(document),
    ...roomWords(leftOut),
  ];
  const length = Math.max(40, Math.floor(width / 6.2));
  const text = { kind: 'text', x: 0, anchor: 'start', colour: '' } as const;
  return [
    ...wrapText(plainText(document.title, 120), length, 2).map((line) => ({
      ...text,
      text: line,
      y: 0,
      size: 13,
      font: 'bold' as const,
    })),
    ...lines.flatMap((line) =>
      wrapText(plainText(line, 600), length, 6).map((part) => ({
        ...text,
        text: part,
        y: 0,
        size: 11,
        font: 'sans' as const,
      })),
    ),
  ];
}

function shift(item: PictureItem, dx: number, dy: number): PictureItem {
  if (item.kind === 'text') return { ...item, x: item.x + dx, y: item.y + dy };
  const { x, y, scale } = item.at ?? { x: 0, y: 0, scale: 1 };
  return { ...item, at: { x: x + dx, y: y + dy, scale } };
}

/** What a document shows as a picture: hops, nodes, payments, signs, the legend of what is drawn, and a caption below. */
export function drawFlow(document: FlowDocument, options: DrawFlowOptions): Picture {
  const palette = getPicturePalette(options.palette);
  const graph = withNotes(restrict(visibleGraph(document, options.mode), options.only), options.notes);
  const scene = createScene(document, graph, createPlaces());
  const nodes = [...scene.nodes.values()];
  const routes = routeEdges(scene);
  const plan = planWords(scene, routes, { scale: 1, withLines: true, withAmounts: true });
  const { lines, words } = drawEdges(scene, routes, plan, palette);
  const shapes = nodes.flatMap((node) => drawNode(node, palette, plan.nodes.get(node.id)));
  const box = measure([...words, ...shapes], nodes);
  const content = [
    ...drawHops(scene, box.top - 8, box.bottom + 8, palette),
    ...drawGroups(scene, plan, palette),
    ...lines,
    ...words,
    ...shapes,
  ].map((item) => shift(item, MARGIN - box.left, MARGIN + HEAD - box.top));
  const width = Math.max(LEAST_WIDTH, box.right - box.left + 2 * MARGIN);
  const inner = { x: MARGIN, y: MARGIN + HEAD + box.bottom - box.top + 28, width: width - 2 * MARGIN };
  const legend = drawLegend(scene, document, palette, inner);
  const top = inner.y + legend.height + 26;
  const caption = captionLines(document, graph, options.caption ?? [], inner.width, plan.leftOut).map((line, i) => ({
    ...line,
    x: MARGIN,
    y: top + i * LINE,
    colour: line.font === 'bold' ? palette.ink : palette.quiet,
  }));
  return {
    width: Math.ceil(width),
    height: Math.ceil(top + caption.length * LINE + MARGIN),
    title: plainText(document.title, 120),
    description: `Coin flow with ${graph.nodes.length} nodes and ${graph.edges.length} payments.`,
    background: options.isTransparent ? null : palette.ground,
    items: [...content, ...legend.items, ...caption],
  };
}
