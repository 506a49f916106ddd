import type { Crossing, CrossingEnd } from '../trace/crossing.ts';
import type { FlowEdge } from './flow-graph.ts';

/** How assets are named in graphs: `btc`, `eth:0x…`. */
export type AssetIdOf = (end: Pick<CrossingEnd, 'chain' | 'asset'>) => string;

/** The edge of a bridge from the node that paid in to the node that was paid, with the amounts of both sides, each in its asset. */
export function toBridgeEdge(
  crossing: Crossing,
  ends: { readonly from: string; readonly to: string },
  idOf: AssetIdOf,
): FlowEdge {
  const { from, to, protocol, rule, certainty, message, seconds, basis } = crossing;
  return {
    id: `bridge:${ends.from}>${ends.to}:${idOf(from)}:${from.txid}`,
    kind: 'bridge',
    ...ends,
    asset: idOf(from),
    amount: from.amount.toString(),
    tainted: from.tainted.toString(),
    count: 1,
    refs: [...new Set([from.ref, to.ref])],
    firstTime: Math.min(from.time, to.time),
    lastTime: Math.max(from.time, to.time),
    firstHeight: null,
    lastHeight: null,
    basis: 'inference',
    rule: `${protocol} (${rule}, ${certainty})`.slice(0, 120),
    fiat: null,
    crossing: {
      ...{ protocol, certainty, message, seconds, basis },
      asset: idOf(to),
      amount: to.amount.toString(),
      tainted: to.tainted.toString(),
    },
  };
}
