import { describeFlowAsset, flowAssetWord, flowFiatWords, shortenFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument, FlowMark } from '@trailmark/core/flow/flow-document';
import type { FlowCrossing, FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { lookOf } from '../category-look.ts';
import { plainText } from '../picture/picture-text.ts';
import { edgeWidth, edgeWidthBase } from './edge-width.ts';
import { HALF_COLUMN } from './half-column.ts';
import { type NodeShape, shapeOf, sizeOf } from './node-shape.ts';
import { LONGEST_NAME, type NodeWords, nodeWords } from './node-words.ts';
import { type PictureBadge, pictureStop } from './picture-stops.ts';
import { edgeValue, type VisibleEdge, type VisibleGraph, type VisibleNode } from './visible-graph.ts';

/** A node as it is drawn, on the canvas and in files. */
export interface SceneNode {
  readonly id: string;
  readonly shape: NodeShape;
  readonly width: number;
  readonly height: number;
  x: number;
  y: number;
  readonly words: NodeWords;
  /** Where the words are: next to leaves, else on the side that payments do not come from. */
  readonly wordsAt: 'right' | 'above' | 'below';
  readonly family: string | undefined;
  readonly glyph: string | undefined;
  readonly badge: PictureBadge | undefined;
  readonly mark: FlowMark | null;
  readonly isDimmed: boolean;
  readonly isPinned: boolean;
  readonly isSeed: boolean;
  readonly hop: number | null;
  /** Further hops that it represents, where a run is drawn as one. */
  readonly hopSpan: number;
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
  readonly basis: FlowEdge['basis'];
  readonly label: string;
  /** Below the amount its worth, or what came out of a bridge: neither asset is counted for the other. */
  readonly below: string | null;
  /** Size, for order only. */
  readonly value: number;
  readonly mark: FlowMark | null;
  readonly isDimmed: boolean;
  /** Taken for the change of its transaction, and by whom: an inference about a fact. */
  readonly change: 'rules' | 'examiner' | undefined;
}

/** Where edges begin to widen, and for which asset. */
export interface WidthBase {
  readonly asset: string;
  readonly units: bigint;
}

export interface Scene {
  readonly nodes: ReadonlyMap<string, SceneNode>;
  readonly edges: ReadonlyMap<string, SceneEdge>;
  readonly outs: ReadonlyMap<string, readonly SceneEdge[]>;
  readonly ins: ReadonlyMap<string, readonly SceneEdge[]>;
  readonly groups: FlowDocument['groups'];
  readonly hasHops: boolean;
  readonly base: WidthBase | undefined;
}

const ROW_HEIGHT = 72;

interface Degree {
  ins: number;
  outs: number;
  /** Sum of how far below the ends of its payments are. */
  below: number;
}
const ALONE: Degree = { ins: 0, outs: 0, below: 0 };
type Place = { readonly x: number; readonly y: number };

function countDegrees({ nodes, edges }: VisibleGraph): ReadonlyMap<string, Degree> {
  const degrees = new Map<string, Degree>();
  const rows = new Map(nodes.map(({ node, place }) => [node.id, place?.y ?? 0]));
  const at = (id: string) => {
    const held = degrees.get(id) ?? { ...ALONE };
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

function placeWords(shape: NodeShape, { ins, outs, below }: Degree): SceneNode['wordsAt'] {
  if (shape === 'capsule' || shape === 'bar') return 'below';
  if (outs === 0 && ins > 0) return 'right';
  return (shape === 'disc' || shape === 'end') && below > 8 ? 'above' : 'below';
}

/** Where nodes are that no layout has seen: their hop as column, in the order they came. */
export function createPlaces(): (node: FlowNode) => Place {
  const rows = new Map<number, number>();
  return ({ hop, kind }) => {
    const column = (hop ?? 0) * 2 + (kind === 'transaction' ? 1 : 0);
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { x: column * HALF_COLUMN, y: row * ROW_HEIGHT };
  };
}

function toNode(visible: VisibleNode, degree: Degree, place: Place): SceneNode {
  const { node, mark, isDimmed, members } = visible;
  const shape = shapeOf(node, members.length);
  const [width, height] = sizeOf(shape, degree.ins + degree.outs);
  const category = node.coinJoin ? 'coinjoin' : node.party ? (node.party.category ?? 'unknown') : undefined;
  const look = category === undefined ? undefined : lookOf(category);
  const [stop] = node.stops;
  const count = node.peel?.txids.length ?? 0;
  return {
    id: node.id,
    shape,
    width,
    height,
    x: place.x,
    y: place.y,
    words: nodeWords(visible),
    wordsAt: placeWords(shape, degree),
    family: look?.family,
    glyph: look?.path,
    badge: stop && node.kind !== 'gap' ? pictureStop(stop.reason)[0] : undefined,
    mark,
    isDimmed,
    isPinned: visible.place?.pinned ?? false,
    isSeed: node.isSeed,
    hop: node.kind === 'transaction' ? null : node.hop,
    hopSpan: Math.max(0, count - 1),
    firstTime: node.firstTime,
    lastTime: node.lastTime,
    count,
  };
}

type Changes = ReadonlyMap<string, { readonly ref: string; readonly by: 'rules' | 'examiner' }>;

/** Outputs taken for change, by the node of their transaction. */
function listChanges(nodes: readonly VisibleNode[]): Changes {
  return new Map(
    nodes.flatMap(({ node: { id, text, change } }) =>
      change && change.vout !== null && change.by !== 'nobody'
        ? [[id, { ref: `${text}:${change.vout}`, by: change.by }] as const]
        : [],
    ),
  );
}

function edgeText(edge: FlowEdge, assets: FlowDocument['assets'], main: string | undefined): string {
  const asset = describeFlowAsset(assets, edge.asset);
  const amount = shortenFlowAmount(edgeValue(edge).toString(), asset);
  const withUnit = edge.asset === main ? amount : `${amount} ${plainText(flowAssetWord(asset), LONGEST_NAME)}`;
  return edge.count > 1 ? `${withUnit} in ${edge.count}` : withUnit;
}

function crossingText({ asset: id, tainted }: FlowCrossing, assets: FlowDocument['assets']): string {
  const asset = describeFlowAsset(assets, id);
  return `out: ${shortenFlowAmount(tainted, asset)} ${plainText(flowAssetWord(asset), LONGEST_NAME)}`;
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
function findMainAsset({ nodes, edges }: VisibleGraph): string | undefined {
  const seeds = new Set(nodes.flatMap(({ node }) => (node.isSeed ? [node.id] : [])));
  return (edges.find(({ edge }) => seeds.has(edge.from) || seeds.has(edge.to)) ?? edges[0])?.edge.asset;
}

function listBases(edges: readonly VisibleEdge[], assets: FlowDocument['assets']): ReadonlyMap<string, bigint> {
  const values = new Map<string, bigint[]>();
  for (const { edge } of edges) {
    const held = values.get(edge.asset);
    if (held) held.push(edgeValue(edge));
    else values.set(edge.asset, [edgeValue(edge)]);
  }
  return new Map([...values].map(([id, all]) => [id, edgeWidthBase(all, id, describeFlowAsset(assets, id).decimals)]));
}

/**
 * What is drawn, with places, words and widths; nodes without a place are where `placeOf` puts them, or are left out. The
 * asset of the first seed is written without its symbol.
 */
export function createScene(
  { assets, groups }: Pick<FlowDocument, 'assets' | 'groups'>,
  visible: VisibleGraph,
  placeOf: (node: FlowNode) => Place | null = () => null,
): Scene {
  const degrees = countDegrees(visible);
  const main = findMainAsset(visible);
  const bases = listBases(visible.edges, assets);
  const changes = listChanges(visible.nodes);
  const nodes = new Map<string, SceneNode>();
  for (const each of visible.nodes) {
    const { id } = each.node;
    const place = each.place ?? placeOf(each.node);
    if (place) nodes.set(id, toNode(each, degrees.get(id) ?? ALONE, place));
  }
  const toEdge = ({ edge, mark, isDimmed }: VisibleEdge): SceneEdge => {
    const value = edgeValue(edge);
    const change = changes.get(edge.from);
    return {
      id: edge.id,
      from: edge.from,
      to: edge.to,
      width: edgeWidth(value, bases.get(edge.asset) ?? 1n),
      basis: edge.basis,
      label: mark?.label ? plainText(mark.label, LONGEST_NAME) : edgeText(edge, assets, main),
      below: edge.crossing ? crossingText(edge.crossing, assets) : flowFiatWords(edge.fiat),
      value: Number(value),
      mark,
      isDimmed,
      change: change && edge.refs.includes(change.ref) ? change.by : undefined,
    };
  };
  const shown = visible.edges.filter(({ edge }) => nodes.has(edge.from) && nodes.has(edge.to)).map(toEdge);
  const units = main === undefined ? undefined : bases.get(main);
  return {
    nodes,
    edges: new Map(shown.map((edge) => [edge.id, edge])),
    outs: groupEdges(shown, 'from'),
    ins: groupEdges(shown, 'to'),
    groups,
    hasHops: visible.mode === 'transactions',
    base: main !== undefined && units !== undefined ? { asset: main, units } : undefined,
  };
}
