import { isForwardFlow } from '@trailmark/drawing/flow/traced-flow';
import type { VisibleEdge, VisibleGraph } from '@trailmark/drawing/flow/visible-graph';

/** What has no place in the chain, such as payments that were not followed, comes after all that has. */
const placeOf = ({ edge }: VisibleEdge): number => edge.firstHeight ?? edge.firstTime ?? Number.MAX_SAFE_INTEGER;

/** In the order of the chain; what is in one block follows the money. */
export function inOrder({ nodes, edges }: VisibleGraph): readonly VisibleEdge[] {
  const hops = new Map(nodes.map(({ node }) => [node.id, node.hop ?? Number.MAX_SAFE_INTEGER]));
  // Hops of a trace back grow against the money.
  const along = isForwardFlow({ nodes, edges }) ? 1 : -1;
  const hop = ({ edge }: VisibleEdge) => along * (hops.get(edge.from) ?? 0) + (edge.kind === 'output' ? 0.5 : 0);
  return edges.toSorted((x, y) => placeOf(x) - placeOf(y) || hop(x) - hop(y) || (x.edge.id < y.edge.id ? -1 : 1));
}
