import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { formatAmount } from '../../format/amount.ts';

const MICRO_PLACES = 6;
const CENT = 10_000n;

/** Worth of an edge at the day of each payment, two places, code after; null where there is none. */
export function formatFiat({ fiat }: Pick<FlowEdge, 'fiat'>): string | null {
  if (fiat === null) return null;
  const cut = (BigInt(fiat.micro) / CENT) * CENT;
  const figure = formatAmount(cut, MICRO_PLACES).replace(/(\.\d{2})\d*$/, '$1');
  const rest = fiat.unpriced > 0 ? `, ${fiat.unpriced} without a price` : '';
  return `${figure} ${fiat.currency}${rest}`;
}
