import { NATIVE_ASSET } from '@trailmark/core/asset';
import { addressNodeId } from '@trailmark/core/flow/flow-graph';
import { CUT_KINDS } from '@trailmark/core/trace/stop-reason';
import type { Trace, TraceCut, TraceLeaf, TraceStep } from '@trailmark/core/trace/trace';
import type { GraphBuilder } from './graph-builder.ts';
import type { NodeSum } from './node-sum.ts';
import { type PeelNodes, txidOf } from './peel-nodes.ts';

/** Gaps drawn one by one; further ones become one. */
const MOST_GAPS = 1_500;

export interface EndScope {
  readonly builder: GraphBuilder;
  readonly peels: PeelNodes;
  readonly trace: Trace;
  readonly undrawn: readonly TraceStep[];
  /** What the hops of the trace are ahead by on a canvas. */
  readonly firstHop: 0 | 1;
}

function notDrawn({ builder, undrawn }: EndScope): NodeSum {
  const text = undrawn.length === 0 ? 'Further payments' : `${undrawn.length} transactions not drawn`;
  return builder.gap('trace', 'not-drawn', text);
}

function unspendableOf({ builder }: EndScope, leaf: TraceLeaf): NodeSum {
  const place = leaf.ref.replace('#', ':');
  return builder.unspendable(place, leaf.reason === 'destroyed' ? 'Destroyed' : 'Can never be spent');
}

/** The node at which a trail ends. */
function nodeOfLeaf(scope: EndScope, leaf: TraceLeaf): NodeSum {
  const { builder, peels, undrawn } = scope;
  if (leaf.reason === 'issued') return builder.source(txidOf(leaf.ref));
  const known =
    leaf.address === null
      ? builder.find(`u:${builder.context.chain}:${leaf.ref.replace('#', ':')}`)
      : builder.find(addressNodeId(builder.context.chain, leaf.address));
  if (known) return known;
  if (undrawn.length > 0) return notDrawn(scope);
  if (leaf.address !== null) return builder.address(leaf.address);
  if (leaf.reason === 'unspendable' || leaf.reason === 'destroyed') return unspendableOf(scope, leaf);
  return peels.find(txidOf(leaf.ref)) ?? builder.gap(leaf.ref, 'owner-unknown', 'Owner not held');
}

/** Newly issued money leads to the transaction that paid it out, or to whoever got it. */
function drawIssue({ builder, peels }: EndScope, node: NodeSum, leaf: TraceLeaf): void {
  const bar = peels.find(txidOf(leaf.ref));
  const to = bar ?? (leaf.address === null ? undefined : builder.address(leaf.address));
  if (!to) return;
  const { asset, amount, ref, time, height } = leaf;
  const kind = bar ? 'spend' : asset === NATIVE_ASSET ? 'output' : 'transfer';
  builder.pay(node, to, { kind, asset, amount, tainted: amount, ref, time, height });
}

function drawOnward({ builder, firstHop }: EndScope, from: NodeSum, leaf: TraceLeaf): void {
  if (!leaf.onward) return;
  const { network, address, message, certainty } = leaf.onward;
  const other = builder.gap(leaf.ref, 'bridge', `Onward on ${network.slice(0, 80)}`);
  other.reach(firstHop + leaf.hop + 1);
  other.say({ onward: { network, address, message } });
  const { asset, amount, ref, time, height } = leaf;
  const rule = `bridge message, ${certainty}`;
  builder.pay(from, other, {
    kind: 'bridge',
    asset,
    amount,
    tainted: amount,
    ref,
    time,
    height,
    basis: 'inference',
    rule,
  });
}

/** Says at each node which trails end there and why. Σ of what ends is what the leaves of the trace sum to. */
export function drawLeaves(scope: EndScope): void {
  for (const leaf of scope.trace.leaves) {
    const node = nodeOfLeaf(scope, leaf);
    const { reason, asset, amount, detail } = leaf;
    node.reach(scope.firstHop + leaf.hop);
    node.seen(leaf.time);
    node.end({ reason, asset, amount, count: 1, detail });
    if (reason === 'issued') drawIssue(scope, node, leaf);
    else drawOnward(scope, node, leaf);
  }
}

function placeOfCut({ builder, peels }: EndScope, cut: TraceCut): NodeSum | undefined {
  return peels.find(cut.at) ?? builder.find(addressNodeId(builder.context.chain, cut.at));
}

const describeCut = (count: number): string =>
  count === 1 ? '1 payment not followed' : `${count} payments not followed`;

/** Draws payments that were not followed as one gap at the place they were cut. */
export function drawCuts(scope: EndScope): void {
  const { builder, trace } = scope;
  const counts = new Map<string, number>();
  for (const { at, kind, count } of trace.cuts) counts.set(`${at}:${kind}`, (counts.get(`${at}:${kind}`) ?? 0) + count);
  for (const cut of trace.cuts) {
    const { kind, asset, amount, count, detail } = cut;
    const place = placeOfCut(scope, cut);
    const isDrawn = place !== undefined && counts.size <= MOST_GAPS;
    const total = counts.get(`${cut.at}:${kind}`) ?? count;
    const gap = isDrawn ? builder.gap(cut.at, kind, describeCut(total)) : notDrawn(scope);
    gap.reach(scope.firstHop + cut.hop);
    gap.end({ reason: kind, asset, amount, count, detail: detail === '' ? CUT_KINDS[kind] : detail });
    if (!place) continue;
    const [from, to] = trace.request.direction === 'forward' ? [place, gap] : [gap, place];
    const payment = { kind: 'cut' as const, asset, amount, tainted: amount, ref: cut.at, time: null, height: null };
    builder.pay(from, to, { ...payment, count });
  }
}

interface Crossing {
  readonly address: string | null;
  readonly ref: string;
  readonly asset: string;
  readonly amount: bigint;
}

function crossingsOf(step: TraceStep, isForward: boolean): Crossing[] {
  if (step.family === 'outputs') {
    return (isForward ? step.inputs : step.outputs).map(({ address, ref, tainted }) => ({
      address,
      ref,
      asset: NATIVE_ASSET,
      amount: tainted,
    }));
  }
  return step.transfers.map(({ from, to, ref, asset, tainted }) => ({
    address: isForward ? from : to,
    ref,
    asset,
    amount: tainted,
  }));
}

/** What leads from the drawn part into the part there is no room for. */
export function drawCrossings(scope: EndScope): void {
  const { builder, undrawn, trace } = scope;
  if (undrawn.length === 0) return;
  const isForward = trace.request.direction === 'forward';
  const rest = notDrawn(scope);
  for (const step of undrawn) {
    for (const { address, ref, asset, amount } of crossingsOf(step, isForward)) {
      const place = address === null ? undefined : builder.find(addressNodeId(builder.context.chain, address));
      if (!place || amount === 0n) continue;
      const [from, to] = isForward ? [place, rest] : [rest, place];
      const { time, height } = step;
      builder.pay(from, to, { kind: 'cut', asset, amount, tainted: amount, ref, time, height });
    }
  }
}
