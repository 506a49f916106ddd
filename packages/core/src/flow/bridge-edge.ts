import type { Crossing, CrossingEnd } from '../trace/crossing.ts';
import type { FlowEdge } from './flow-graph.ts';

/** How assets are named in graphs: `btc`, `eth:0x…`. */
export type AssetIdOf = (end: Pick<CrossingEnd, 'chain' | 'asset'>) => string;

/** As edges of bridges were named before one transaction could send more than one message. */
function olderId({ from, to, asset, refs }: FlowEdge): string {
  return `bridge:${from}>${to}:${asset}:${refs[0]?.split(/[:#]/, 1)[0]}`;
}

/** A bridge by the name that a document has for it: one that was saved before may name it by its transaction alone. */
export function asNamedIn(saved: Readonly<Record<string, FlowEdge>>, edge: FlowEdge): FlowEdge {
  if (edge.kind !== 'bridge' || !edge.crossing || Object.hasOwn(saved, edge.id)) return edge;
  const id = olderId(edge);
  const known = Object.hasOwn(saved, id) ? saved[id] : undefined;
  const isSame =
    known?.crossing &&
    known.crossing.message === edge.crossing.message &&
    edge.refs.every((ref) => known.refs.includes(ref));
  return isSame ? { ...edge, id } : edge;
}

/** The edge of a bridge from the node that paid in to the node that was paid, with the amounts of both sides, each in its asset: one for each message. */
export function toBridgeEdge(
  crossing: Crossing,
  ends: { readonly from: string; readonly to: string },
  idOf: AssetIdOf,
): FlowEdge {
  const { from, to, protocol, rule, certainty, message, seconds, basis } = crossing;
  return {
    id: `bridge:${ends.from}>${ends.to}:${idOf(from)}:${from.txid}:${message ?? from.ref}`,
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
