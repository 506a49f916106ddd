import { describeFlowAsset, flowAssetWord, shortenFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { type PictureItem, pathItem } from '../picture/picture.ts';
import { measureText, plainText } from '../picture/picture-text.ts';
import { edgeWidth } from './edge-width.ts';
import type { NodeShape } from './node-shape.ts';
import { edgeDash } from './picture-edges.ts';
import { drawBadge, drawShape } from './picture-nodes.ts';
import type { PicturePalette } from './picture-palette.ts';
import type { Scene, SceneEdge, SceneNode } from './picture-scene.ts';
import { INFERENCE_MARK, PICTURE_BADGES, type PictureBadge } from './picture-stops.ts';

const SHAPE_WORDS: Readonly<Record<NodeShape, string>> = {
  disc: 'Address',
  subject: 'Start of the trace',
  cluster: 'Several addresses',
  bar: 'Transaction',
  service: 'Service',
  hexagon: 'Mixer, CoinJoin',
  arch: 'Bridge',
  sheet: 'Contract',
  capsule: 'Peel chain',
  gap: 'Gap: not followed',
  end: 'End',
};
const BASIS_WORDS = { fact: 'Fact', inference: 'Inference', claim: 'Claim' } as const;
const ROW = 24;
const SAMPLE = 30;

interface Entry {
  readonly words: string;
  readonly draw: (x: number, y: number) => readonly PictureItem[];
}

function shapeEntry(node: SceneNode, palette: PicturePalette): Entry {
  const scale = node.shape === 'capsule' ? 0.3 : 0.5;
  const plain: SceneNode = {
    ...node,
    x: 0,
    y: 0,
    glyph: undefined,
    family: undefined,
    height: Math.min(node.height, 34),
  };
  return {
    words: SHAPE_WORDS[node.shape],
    draw: (x, y) =>
      drawShape(plain, palette).flatMap((item) =>
        item.kind === 'path'
          ? [
              {
                ...item,
                at: { x: x + SAMPLE / 2, y, scale },
                stroke: item.stroke && { ...item.stroke, width: (item.stroke.width / scale) * 0.9 },
              },
            ]
          : [],
      ),
  };
}

function basisEntry(basis: SceneEdge['basis'], palette: PicturePalette): Entry {
  const stroke = { colour: palette.edge, width: 4, dash: edgeDash(basis, 4), opacity: palette.edgeOpacity[basis] };
  return { words: BASIS_WORDS[basis], draw: (x, y) => [pathItem(`M${x} ${y}h${SAMPLE - 4}`, { stroke })] };
}

function badgeEntry(badge: PictureBadge, palette: PicturePalette): Entry {
  return { words: PICTURE_BADGES[badge].words, draw: (x, y) => drawBadge(badge, x + SAMPLE / 2, y, palette) };
}

function changeEntry(palette: PicturePalette): Entry {
  const draw = (x: number, y: number): PictureItem[] => [
    pathItem(INFERENCE_MARK, { at: { x: x + SAMPLE / 2, y, scale: 1 }, fill: palette.ink }),
  ];
  return { words: 'Taken for change', draw };
}

function widthEntry(scene: Scene, document: FlowDocument, palette: PicturePalette): Entry[] {
  if (!scene.base) return [];
  const { asset, units } = scene.base;
  const known = describeFlowAsset(document.assets, asset);
  const steps = [units, units * 10n, units * 100n];
  const figures = steps.map((step) => shortenFlowAmount(step.toString(), known).replace(/\.?0+$/, ''));
  const words = `${figures.join(', ')} ${plainText(flowAssetWord(known), 30)}, width by log`;
  const stroke = (step: bigint) => ({
    colour: palette.edge,
    width: edgeWidth(step, units),
    opacity: palette.edgeOpacity.fact * 1.6,
  });
  const draw = (x: number, y: number): PictureItem[] =>
    steps.map((step, i) => pathItem(`M${x + i * 9} ${y}h8`, { stroke: stroke(step) }));
  return [{ words, draw }];
}

function uniqueBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key | undefined): Item[] {
  const seen = new Map<Key, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && !seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}

/** Signs that the picture uses, and no others, in rows of the given width. */
export function drawLegend(
  scene: Scene,
  document: FlowDocument,
  palette: PicturePalette,
  place: { readonly x: number; readonly y: number; readonly width: number },
): { readonly items: readonly PictureItem[]; readonly height: number } {
  const nodes = [...scene.nodes.values()];
  const entries: Entry[] = [
    ...uniqueBy(nodes, ({ shape }) => shape).map((node) => shapeEntry(node, palette)),
    ...uniqueBy(scene.edges.values(), ({ basis }) => basis).map(({ basis }) => basisEntry(basis, palette)),
    ...([...scene.edges.values()].some(({ change }) => change) ? [changeEntry(palette)] : []),
    ...widthEntry(scene, document, palette),
    ...uniqueBy(nodes, ({ badge }) => badge).flatMap(({ badge }) => (badge ? [badgeEntry(badge, palette)] : [])),
  ];
  const items: PictureItem[] = [];
  let [x, y] = [place.x, place.y + ROW / 2];
  for (const { words, draw } of entries) {
    const width = SAMPLE + 6 + measureText(words, 11, 'sans') + 20;
    if (x > place.x && x + width > place.x + place.width) [x, y] = [place.x, y + ROW];
    items.push(...draw(x, y));
    const text = {
      kind: 'text',
      text: words,
      x: x + SAMPLE + 6,
      y: y + 4,
      size: 11,
      font: 'sans',
      anchor: 'start',
    } as const;
    items.push({ ...text, colour: palette.quiet });
    x += width;
  }
  return { items, height: entries.length === 0 ? 0 : y + ROW / 2 - place.y };
}
