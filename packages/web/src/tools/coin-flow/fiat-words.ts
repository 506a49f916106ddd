import { flowFiatWords } from '@trailmark/core/flow/flow-asset';
import type { FlowEdge } from '@trailmark/core/flow/flow-graph';

/** Worth of an edge at the day of each payment, two places, code after; null where there is none. */
export function formatFiat({ fiat }: Pick<FlowEdge, 'fiat'>): string | null {
  return flowFiatWords(fiat);
}
