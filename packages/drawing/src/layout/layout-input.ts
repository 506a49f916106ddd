import type { FlowMode } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { barHeight } from '../flow/node-shape.ts';
import type { VisibleGraph } from '../flow/visible-graph.ts';
import { edgeValue } from '../flow/visible-graph.ts';
import type { LayoutInput } from './layout-job.ts';

/** A shape with its words below or above. */
const PLACE_HEIGHT = 72;
/** A shape with the words next to it. */
const LEAF_HEIGHT = 48;
const BAR_GAP = 26;

function orderOf({ height, firstTime }: FlowNode): number {
  return height ?? firstTime ?? Number.MAX_SAFE_INTEGER;
}

/** What a layout needs to know. `keep`: places that stay, all there are or only those pinned by hand. */
export function toLayoutInput(
  visible: Pick<VisibleGraph, 'nodes' | 'edges'>,
  mode: FlowMode,
  { keep }: { readonly keep: 'all' | 'pinned' },
): LayoutInput {
  const values = new Map<string, number>();
  const degrees = new Map<string, number>();
  const goesOn = new Set(visible.edges.map(({ edge }) => edge.from));
  const comesIn = new Set(visible.edges.map(({ edge }) => edge.to));
  const heightOf = (id: string) => (!goesOn.has(id) && comesIn.has(id) ? LEAF_HEIGHT : PLACE_HEIGHT);
  const count = (id: string, value: number) => {
    values.set(id, Math.max(values.get(id) ?? 0, value));
    degrees.set(id, (degrees.get(id) ?? 0) + 1);
  };
  for (const { edge } of visible.edges) {
    const value = Number(edgeValue(edge));
    count(edge.from, value);
    count(edge.to, value);
  }
  return {
    mode,
    anew: keep === 'pinned',
    nodes: visible.nodes.map(({ node, place }) => {
      const isBar = node.kind === 'transaction';
      return {
        id: node.id,
        isBar,
        isSeed: node.isSeed,
        value: values.get(node.id) ?? 0,
        order: orderOf(node),
        height: isBar ? barHeight(degrees.get(node.id) ?? 0) + BAR_GAP : heightOf(node.id),
        place: place && (keep === 'all' || place.pinned) ? { x: place.x, y: place.y } : null,
      };
    }),
    edges: visible.edges.map(({ edge }) => ({
      from: edge.from,
      to: edge.to,
      order: edge.firstTime ?? edge.firstHeight ?? Number.MAX_SAFE_INTEGER,
    })),
  };
}
