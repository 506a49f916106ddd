import { lookOf } from '@trailmark/core/category-look';
import type { FlowColour } from '@trailmark/core/flow/flow-document';
import { edgeValue, type VisibleEdge, type VisibleGraph, type VisibleNode } from '@trailmark/core/flow/visible-graph';
import type { FlowCanvasProps, NodeWords } from '../canvas-props.ts';
import { edgeWidth, edgeWidthBase } from './edge-width.ts';
import { type NodeShape, shapeOf, sizeOf } from './node-shape.ts';
import { wordsOf } from './node-words.ts';
import { describeStop, type StopBadge } from './stop-badge.ts';

export interface SceneNode {
  readonly id: string;
  readonly shape: NodeShape;
  readonly width: number;
  readonly height: number;
  x: number;
  y: number;
  readonly words: NodeWords;
  /** Where the words stand: beside leaves, else on the side that payments do not come from. */
  readonly wordsAt: 'right' | 'above' | 'below';
  readonly family: string | undefined;
  readonly glyph: string | undefined;
  readonly badge: StopBadge | undefined;
  readonly exhibit: number | undefined;
  readonly note: string | undefined;
  readonly colour: FlowColour | undefined;
  readonly group: string | undefined;
  readonly isDimmed: boolean;
  readonly isPinned: boolean;
  readonly isSeed: boolean;
  readonly hop: number | null;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  /** Of a peel chain: its transactions. */
  readonly count: number;
}

export interface SceneEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly width: number;
  readonly basis: 'fact' | 'inference' | 'claim';
  readonly label: string;
  readonly below: string | null;
  readonly value: number;
  readonly exhibit: number | undefined;
  readonly colour: FlowColour | undefined;
  readonly isDimmed: boolean;
}

export interface Scene {
  readonly nodes: ReadonlyMap<string, SceneNode>;
  readonly edges: ReadonlyMap<string, SceneEdge>;
  readonly outs: ReadonlyMap<string, readonly SceneEdge[]>;
  readonly ins: ReadonlyMap<string, readonly SceneEdge[]>;
  readonly groups: Readonly<Record<string, { readonly title: string }>>;
  readonly hasHops: boolean;
  /** Amount at which edges begin to widen, and the asset it is of. */
  readonly base: { readonly asset: string; readonly units: number } | undefined;
}

export type SceneTexts = Pick<FlowCanvasProps, 'amountText' | 'currencyText' | 'labelOf' | 'decimalsOf'>;

interface Degree {
  ins: number;
  outs: number;
  /** Sum of how far below the ends of its payments lie. */
  below: number;
}
type Degrees = ReadonlyMap<string, Degree>;

function countDegrees({ nodes, edges }: VisibleGraph): Degrees {
  const degrees = new Map<string, Degree>();
  const rows = new Map(nodes.map(({ node, place }) => [node.id, place?.y ?? 0]));
  const at = (id: string) => {
    const held = degrees.get(id) ?? { ins: 0, outs: 0, below: 0 };
    degrees.set(id, held);
    return held;
  };
  for (const { edge } of edges) {
    const [from, to] = [at(edge.from), at(edge.to)];
    const down = (rows.get(edge.to) ?? 0) - (rows.get(edge.from) ?? 0);
    from.outs += 1;
    from.below += down;
    to.ins += 1;
    to.below -= down;
  }
  return degrees;
}

function toNote(mark: VisibleNode['mark']): string | undefined {
  if (!mark?.note) return undefined;
  return mark.noteBy ? `${mark.note} ${mark.noteBy}` : mark.note;
}

function placeWords(shape: NodeShape, { ins, outs, below }: Degree): SceneNode['wordsAt'] {
  if (shape === 'capsule' || shape === 'bar') return 'below';
  if (outs === 0 && ins > 0) return 'right';
  return (shape === 'disc' || shape === 'end') && below > 8 ? 'above' : 'below';
}

function toNode(visible: VisibleNode, degrees: Degrees, { labelOf }: SceneTexts): SceneNode {
  const { node, place, mark, isDimmed } = visible;
  const degree = degrees.get(node.id) ?? { ins: 0, outs: 0, below: 0 };
  const shape = shapeOf(node);
  const [width, height] = sizeOf(shape, degree.ins + degree.outs);
  const category = node.coinJoin ? 'coinjoin' : node.party ? (node.party.category ?? 'unknown') : undefined;
  const look = category ? lookOf(category) : undefined;
  const [stop] = node.stops;
  return {
    id: node.id,
    shape,
    width,
    height,
    x: place?.x ?? 0,
    y: place?.y ?? 0,
    words: wordsOf(visible, labelOf?.(node)),
    wordsAt: placeWords(shape, degree),
    family: look?.family,
    glyph: look?.path,
    badge: stop && node.kind !== 'gap' ? describeStop(stop.reason).badge : undefined,
    exhibit: mark?.exhibit,
    note: toNote(mark),
    colour: mark?.colour,
    group: mark?.group,
    isDimmed,
    isPinned: place?.pinned ?? false,
    isSeed: node.isSeed,
    hop: node.kind === 'transaction' ? null : node.hop,
    firstTime: node.firstTime,
    lastTime: node.lastTime,
    count: node.peel?.txids.length ?? 0,
  };
}

function toEdge(visible: VisibleEdge, widths: Map<string, number>, texts: SceneTexts): SceneEdge {
  const { edge, mark, isDimmed } = visible;
  const value = edgeValue(edge);
  const amount = texts.amountText(String(value), edge.asset);
  return {
    id: edge.id,
    from: edge.from,
    to: edge.to,
    width: edgeWidth(value, widths.get(edge.asset) ?? 1),
    basis: edge.basis,
    label: mark?.label ?? (edge.count > 1 ? `${amount} in ${edge.count}` : amount),
    below: texts.currencyText?.(visible) ?? null,
    value: Number(value),
    exhibit: mark?.exhibit,
    colour: mark?.colour,
    isDimmed,
  };
}

function groupEdges(edges: Iterable<SceneEdge>, key: 'from' | 'to'): Map<string, SceneEdge[]> {
  const groups = new Map<string, SceneEdge[]>();
  for (const edge of edges) {
    const group = groups.get(edge[key]);
    if (group) group.push(edge);
    else groups.set(edge[key], [edge]);
  }
  return groups;
}

/** The asset the drawing is about: of what leaves the seeds, or of the first payment. */
function findBaseAsset({ nodes, edges }: VisibleGraph): string | undefined {
  const seeds = new Set(nodes.flatMap(({ node }) => (node.isSeed ? [node.id] : [])));
  return (edges.find(({ edge }) => seeds.has(edge.from) || seeds.has(edge.to)) ?? edges[0])?.edge.asset;
}

/** What is to be drawn, in numbers and words, without a canvas. Nodes without a place are left for the next drawing. */
export function buildScene(visible: VisibleGraph, texts: SceneTexts, groups: Scene['groups'] = {}): Scene {
  const degrees = countDegrees(visible);
  const plain = visible.edges.map(({ edge }) => edge);
  const assets = new Set(plain.map(({ asset }) => asset));
  const widths = new Map([...assets].map((asset) => [asset, edgeWidthBase(plain, asset, texts.decimalsOf?.(asset))]));
  const placed = visible.nodes.filter(({ place }) => place !== null);
  const nodes = new Map(placed.map((each) => [each.node.id, toNode(each, degrees, texts)]));
  const edges = new Map<string, SceneEdge>();
  for (const each of visible.edges)
    if (nodes.has(each.edge.from) && nodes.has(each.edge.to)) edges.set(each.edge.id, toEdge(each, widths, texts));
  const asset = findBaseAsset(visible);
  return {
    nodes,
    edges,
    outs: groupEdges(edges.values(), 'from'),
    ins: groupEdges(edges.values(), 'to'),
    groups,
    hasHops: visible.mode === 'transactions',
    base: asset === undefined ? undefined : { asset, units: widths.get(asset) ?? 1 },
  };
}
