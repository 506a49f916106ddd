import type { FlowAmount, FlowEdge, FlowNode, FlowStop } from '@trailmark/core/flow/flow-graph';
import { MAX_EDGE_REFS, mergeEdge, mergeNode } from '@trailmark/core/flow/merge-graph';
import { least, most } from '../accounts/account-apportioning.ts';

type Text = string | null | undefined;

function add(a: Text, b: Text): string | null {
  if (typeof a !== 'string') return b ?? null;
  return typeof b === 'string' ? (BigInt(a) + BigInt(b)).toString() : a;
}

/** Of one transaction both traces know all that came in: what neither traced is what one calls other, less what the other one traced. */
function restOf(one: FlowAmount, other: FlowAmount): FlowAmount['otherIn'] {
  const [mixed, traced] = one.otherIn === undefined ? [other, one] : [one, other];
  if (mixed.otherIn === undefined) return undefined;
  return most(BigInt(mixed.otherIn) - BigInt(traced.taintedIn ?? 0), 0n).toString();
}

function sumAmounts(earlier: readonly FlowAmount[], later: readonly FlowAmount[]): FlowAmount[] {
  const sums = new Map(earlier.map((amount) => [amount.asset, amount]));
  for (const amount of later) {
    const { asset } = amount;
    const known = sums.get(asset);
    const otherIn = known && restOf(known, amount);
    sums.set(
      asset,
      known
        ? {
            asset,
            taintedIn: add(known.taintedIn, amount.taintedIn),
            taintedOut: add(known.taintedOut, amount.taintedOut),
            ...(otherIn === undefined ? {} : { otherIn }),
          }
        : amount,
    );
  }
  return [...sums.values()];
}

function sumStops(earlier: readonly FlowStop[], later: readonly FlowStop[]): FlowStop[] {
  const keyOf = ({ reason, asset }: FlowStop): string => `${reason}:${asset}`;
  const sums = new Map(earlier.map((stop) => [keyOf(stop), stop]));
  for (const stop of later) {
    const known = sums.get(keyOf(stop));
    const count = (known?.count ?? 0) + stop.count;
    const both = known && {
      ...{ ...known, amount: add(known.amount, stop.amount) ?? stop.amount, count },
      detail: known.detail === stop.detail ? known.detail : `${count} trails end here; the first: ${known.detail}`,
    };
    sums.set(keyOf(stop), both ?? stop);
  }
  return [...sums.values()];
}

/** A node that two traces met: each followed other money, so what they traced there adds up. */
export function sumNodes(earlier: FlowNode, later: FlowNode): FlowNode {
  const { amounts, stops } = {
    amounts: sumAmounts(earlier.amounts, later.amounts),
    stops: sumStops(earlier.stops, later.stops),
  };
  return { ...mergeNode(earlier, later), amounts, stops };
}

export interface SummedEdge {
  readonly edge: FlowEdge;
  /** What both traced beyond the whole amount: a method that taints all of a mixed payment counts the same money twice. */
  readonly excess: bigint;
}

/** A payment that two traces went through: what they traced of it adds up, to no more than was paid. */
export function sumEdges(earlier: FlowEdge, later: FlowEdge): SummedEdge {
  const merged = mergeEdge(earlier, later);
  const isShared = later.refs.some((ref) => earlier.refs.includes(ref));
  const apart = { amount: add(earlier.amount, later.amount) ?? merged.amount, count: earlier.count + later.count };
  const whole = isShared ? merged : { ...merged, ...apart };
  const refs = [...new Set([...earlier.refs, ...later.refs])].slice(0, MAX_EDGE_REFS);
  const traced = add(earlier.tainted, later.tainted);
  if (traced === null) return { edge: { ...whole, refs }, excess: 0n };
  const tainted = least(BigInt(traced), BigInt(whole.amount));
  return { edge: { ...whole, refs, tainted: tainted.toString() }, excess: BigInt(traced) - tainted };
}

function reduce(traced: string, excess: bigint): string {
  return most(BigInt(traced) - excess, 0n).toString();
}

/** Who paid it, without what an edge counted twice. */
export function payerWithout(node: FlowNode, asset: string, excess: bigint): FlowNode {
  const amounts = node.amounts.map((amount) =>
    amount.asset === asset && amount.taintedOut !== null
      ? { ...amount, taintedOut: reduce(amount.taintedOut, excess) }
      : amount,
  );
  return { ...node, amounts };
}

/** Who received it, without what an edge counted twice: no more ends there than came in. */
export function payeeWithout(node: FlowNode, asset: string, excess: bigint): FlowNode {
  let arrived: bigint | undefined;
  const amounts = node.amounts.map((amount) => {
    if (amount.asset !== asset || amount.taintedIn === null) return amount;
    const taintedIn = reduce(amount.taintedIn, excess);
    arrived = BigInt(taintedIn);
    return { ...amount, taintedIn };
  });
  const stops = node.stops.map((stop) =>
    stop.asset === asset && arrived !== undefined
      ? { ...stop, amount: least(BigInt(stop.amount), arrived).toString() }
      : stop,
  );
  return { ...node, amounts, stops };
}
