import { lookOf } from '../category-look.ts';
import { describeFlowAsset, flowAssetWord, shortenFlowAmount } from './flow-asset.ts';
import type { FlowDocument, FlowMark } from './flow-document.ts';
import type { FlowEdge, FlowNode } from './flow-graph.ts';
import { type PictureBadge, pictureStop } from './picture-stops.ts';
import { plainText, shortIdentifier } from './picture-text.ts';
import { edgeValue, type VisibleEdge, type VisibleGraph, type VisibleNode } from './visible-graph.ts';

export type PictureShape =
  | 'disc'
  | 'subject'
  | 'cluster'
  | 'service'
  | 'hexagon'
  | 'arch'
  | 'sheet'
  | 'bar'
  | 'capsule'
  | 'gap';

/** A node as it is drawn. */
export interface SceneNode {
  readonly id: string;
  readonly shape: PictureShape;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly isMono: boolean;
  readonly lines: readonly string[];
  /** Beside leaves, below the others. */
  readonly wordsAt: 'right' | 'below';
  readonly family: string | undefined;
  readonly glyph: string | undefined;
  readonly badge: PictureBadge | undefined;
  readonly mark: FlowMark | null;
  readonly isDimmed: boolean;
  readonly hop: number | null;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly count: number;
}

export interface SceneEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly width: number;
  readonly basis: FlowEdge['basis'];
  readonly label: string;
  readonly isDimmed: boolean;
  readonly exhibit: number | undefined;
}

/** Where edges begin to widen, and of which asset that is said. */
export interface WidthBase {
  readonly asset: string;
  readonly units: bigint;
}

export interface Scene {
  readonly nodes: ReadonlyMap<string, SceneNode>;
  readonly edges: readonly SceneEdge[];
  readonly base: WidthBase | undefined;
}

const LONGEST = 30;
const HOP_WIDTH = 192;
const ROW_HEIGHT = 72;
const PARTY_SHAPES: Readonly<Record<string, PictureShape>> = {
  service: 'service',
  sanctioned: 'service',
  mixer: 'hexagon',
  bridge: 'arch',
  contract: 'sheet',
};

function shapeOf({ kind, party, isSeed, coinJoin }: FlowNode, members: number): PictureShape {
  if (coinJoin) return 'hexagon';
  if (kind === 'transaction') return 'bar';
  if (kind === 'peel-chain') return 'capsule';
  if (kind === 'gap') return 'gap';
  return PARTY_SHAPES[party?.kind ?? ''] ?? (isSeed ? 'subject' : members > 1 ? 'cluster' : 'disc');
}

function sizeOf(shape: PictureShape, edges: number): readonly [width: number, height: number] {
  switch (shape) {
    case 'bar':
      return [5, Math.min(220, Math.max(32, edges * 9 + 14))];
    case 'service':
    case 'sheet':
      return [34, 34];
    case 'arch':
      return [38, 34];
    case 'hexagon':
      return [36, 40];
    case 'capsule':
      return [104, 34];
    case 'gap':
      return [26, 32];
    case 'cluster':
      return [30, 22];
    default:
      return [22, 22];
  }
}

function stopLines({ stops }: FlowNode): string[] {
  const [first, ...rest] = stops;
  if (!first) return [];
  const [, words] = pictureStop(first.reason);
  return [rest.length > 0 ? `${words}, ${rest.length} more` : words];
}

type Words = Pick<SceneNode, 'title' | 'isMono' | 'lines'>;

function ownWords(node: FlowNode, members: number): Words {
  const stops = stopLines(node);
  if (node.coinJoin) {
    const { kind, participants } = node.coinJoin;
    const title = participants === null ? 'CoinJoin' : `CoinJoin, ${participants}`;
    return { title, isMono: false, lines: [`${plainText(kind, LONGEST)} shape`, ...stops] };
  }
  if (node.kind === 'transaction') return { title: '', isMono: true, lines: [] };
  if (node.kind === 'peel-chain') {
    return { title: 'Peel chain', isMono: false, lines: [`${node.peel?.txids.length ?? 0} transactions`] };
  }
  if (node.kind !== 'address') return { title: plainText(node.text, LONGEST), isMono: false, lines: stops };
  const id = members > 1 ? `${members} addresses` : shortIdentifier(node.text);
  if (!node.party) return { title: id, isMono: members <= 1, lines: stops };
  const name = plainText(node.party.name, LONGEST);
  // A claim is quoted; what a rule concludes is not.
  return { title: node.party.basis === 'claim' ? `“${name}”` : name, isMono: false, lines: [id, ...stops] };
}

function wordsOf({ node, mark, members }: VisibleNode): Words {
  const own = ownWords(node, members.length);
  const role = mark?.role ? [plainText(mark.role, LONGEST)] : [];
  if (!mark?.label) return { ...own, lines: [...own.lines, ...role] };
  const below = own.title === '' ? [] : [own.title];
  return { title: plainText(mark.label, LONGEST), isMono: false, lines: [...below, ...own.lines, ...role] };
}

type Degrees = ReadonlyMap<string, readonly [ins: number, outs: number]>;

function countDegrees(edges: readonly VisibleEdge[]): Degrees {
  const degrees = new Map<string, [number, number]>();
  const at = (id: string): [number, number] => {
    const held = degrees.get(id) ?? [0, 0];
    degrees.set(id, held);
    return held;
  };
  for (const { edge } of edges) {
    at(edge.from)[1] += 1;
    at(edge.to)[0] += 1;
  }
  return degrees;
}

/** Where nodes stand that no layout has seen: their hop as column, in the order they came. */
function createPlaces(): (node: FlowNode) => { readonly x: number; readonly y: number } {
  const rows = new Map<number, number>();
  return ({ hop, kind }) => {
    const column = (hop ?? 0) * 2 + (kind === 'transaction' ? 1 : 0);
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { x: (column * HOP_WIDTH) / 2, y: row * ROW_HEIGHT };
  };
}

function toNode(visible: VisibleNode, degrees: Degrees, place: { readonly x: number; readonly y: number }): SceneNode {
  const { node, mark, isDimmed, members } = visible;
  const [ins, outs] = degrees.get(node.id) ?? [0, 0];
  const shape = shapeOf(node, members.length);
  const [width, height] = sizeOf(shape, ins + outs);
  const category = node.coinJoin ? 'coinjoin' : node.party ? (node.party.category ?? 'unknown') : undefined;
  const look = category && lookOf(category);
  const [stop] = node.stops;
  return {
    id: node.id,
    shape,
    width,
    height,
    x: place.x,
    y: place.y,
    ...wordsOf(visible),
    wordsAt: shape !== 'capsule' && shape !== 'bar' && outs === 0 && ins > 0 ? 'right' : 'below',
    family: look?.family,
    glyph: look?.path,
    badge: stop && node.kind !== 'gap' ? pictureStop(stop.reason)[0] : undefined,
    mark,
    isDimmed,
    hop: node.kind === 'transaction' ? null : node.hop,
    firstTime: node.firstTime,
    lastTime: node.lastTime,
    count: node.peel?.txids.length ?? 0,
  };
}

/** Amount, in smallest units, from which on edges of an asset grow wider: 0.1 of a coin with eight places, else by the largest. */
function findBase(edges: readonly VisibleEdge[], asset: string, decimals: number | null): bigint {
  if (!asset.includes(':') && decimals === 8) return 10_000_000n;
  const largest = edges.reduce((most, { edge }) => {
    const value = edge.asset === asset ? edgeValue(edge) : 0n;
    return value > most ? value : most;
  }, 1n);
  return 10n ** BigInt(Math.max(0, largest.toString().length - 4));
}

/** 0.6 + 3 log10(value / base), from 1.5 to 12 pixels. */
export function pictureEdgeWidth(value: bigint, base: bigint): number {
  const width = 0.6 + 3 * Math.log10(Number(value) / Number(base));
  return width > 1.5 ? Math.min(12, Math.round(width * 10) / 10) : 1.5;
}

/** What is drawn, with places, words and widths. The asset of the first seed is written without its symbol. */
export function createScene(document: FlowDocument, { nodes, edges }: VisibleGraph): Scene {
  const degrees = countDegrees(edges);
  const placeOf = createPlaces();
  const drawn = nodes.map((visible) => toNode(visible, degrees, visible.place ?? placeOf(visible.node)));
  const seeds = new Set(nodes.filter(({ node }) => node.isSeed).map(({ node }) => node.id));
  const main = (edges.find(({ edge }) => seeds.has(edge.from) || seeds.has(edge.to)) ?? edges[0])?.edge.asset;
  const bases = new Map<string, bigint>();
  const toEdge = ({ edge, mark, isDimmed }: VisibleEdge): SceneEdge => {
    const asset = describeFlowAsset(document.assets, edge.asset);
    const base = bases.get(edge.asset) ?? findBase(edges, edge.asset, asset.decimals);
    bases.set(edge.asset, base);
    const value = edgeValue(edge);
    const amount = shortenFlowAmount(value.toString(), asset);
    const withUnit = edge.asset === main ? amount : `${amount} ${plainText(flowAssetWord(asset), LONGEST)}`;
    return {
      id: edge.id,
      from: edge.from,
      to: edge.to,
      width: pictureEdgeWidth(value, base),
      basis: edge.basis,
      label: mark?.label ? plainText(mark.label, LONGEST) : edge.count > 1 ? `${withUnit} in ${edge.count}` : withUnit,
      isDimmed,
      exhibit: mark?.exhibit,
    };
  };
  const shown = edges.map(toEdge);
  const units = main === undefined ? undefined : bases.get(main);
  return {
    nodes: new Map(drawn.map((node) => [node.id, node])),
    edges: shown,
    base: main !== undefined && units !== undefined ? { asset: main, units } : undefined,
  };
}
