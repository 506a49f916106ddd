import type { Scene } from '@trailmark/drawing/flow/picture-scene';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Viewport {
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
}

const NARROW_PX = 500;
/** Scale at which all words can be read, and at which names begin to be written. */
const READABLE = 0.75;
const NAMED = 0.36;
/** Drawings of more nodes are begun as an overview, however small their shapes. */
const MOST_NAMED = 400;
const MARGIN = 96;
const NAME_WIDTH = 140;

/** The beginning that most money leaves, or in a trace back most money came to. */
function findMainSeed({ nodes, outs, ins }: Scene) {
  const worth = (id: string) =>
    [...(outs.get(id) ?? []), ...(ins.get(id) ?? [])].reduce((sum, { value }) => sum + value, 0);
  const seeds = [...nodes.values()].filter(({ isSeed }) => isSeed);
  return seeds.toSorted((a, b) => worth(b.id) - worth(a.id))[0];
}

/**
 * Where a drawing is begun whose whole, at the scale `whole`, would be specks: at its beginning, in a size that can be read.
 * Undefined where the whole does well.
 */
export function findBeginning(scene: Scene, size: Size, whole: number): Viewport | undefined {
  const isNarrow = size.width <= NARROW_PX;
  if (scene.nodes.size === 0 || whole >= (isNarrow ? READABLE : NAMED)) return undefined;
  const seed = findMainSeed(scene) ?? [...scene.nodes.values()][0];
  if (!seed || (!isNarrow && scene.nodes.size > MOST_NAMED)) return undefined;
  const ys = [...scene.nodes.values()].map((node) => node.y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const y = (zoom: number) => {
    const middle = size.height / 2 - seed.y * zoom;
    const [highest, lowest] = [MARGIN - top * zoom, size.height - MARGIN - bottom * zoom];
    // A drawing higher than the view leaves no empty half above its first row or below its last.
    return lowest > highest ? middle : Math.min(highest, Math.max(lowest, middle));
  };
  if (isNarrow) return { zoom: READABLE, pan: { x: 56 - seed.x * READABLE, y: y(READABLE) } };
  const xs = [...scene.nodes.values()].map((node) => node.x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const across = (size.width - MARGIN * 1.5) / (right - left + NAME_WIDTH);
  const zoom = Math.min(READABLE, Math.max(NAMED, across));
  const isAtLeft = seed.x <= (left + right) / 2;
  return { zoom, pan: { x: isAtLeft ? MARGIN - left * zoom : size.width - MARGIN * 1.5 - right * zoom, y: y(zoom) } };
}
