import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { OutputStep, TracePart } from '@trailmark/core/trace/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import type { FlowPayment } from './edge-sum.ts';
import type { GraphBuilder } from './graph-builder.ts';
import type { NodeSum } from './node-sum.ts';
import type { PeelNodes } from './peel-nodes.ts';

const LONGEST_RULE = 80;
const MOST_RULES = 20;

function holderOf(builder: GraphBuilder, part: TracePart, side: 'input' | 'output'): NodeSum {
  if (part.address !== null) return builder.address(part.address);
  return side === 'output'
    ? builder.unspendable(part.ref, 'Can never be spent')
    : builder.gap(part.ref, 'owner-unknown', 'Owner not held');
}

/** What came in with the traced money: one figure on the transaction, however many inputs it is of. */
function otherIn(step: OutputStep, peels: PeelNodes): bigint {
  return step.inputs.reduce((sum, { ref, amount, tainted }) => {
    return peels.isInner(ref) || amount === null ? sum : sum + amount - tainted;
  }, 0n);
}

function describe(step: OutputStep, node: NodeSum): void {
  const { change, coinJoin } = step;
  node.say({
    fee: step.fee,
    height: step.height,
    coinJoin: coinJoin && { kind: coinJoin.kind, participants: coinJoin.participants },
    change: {
      vout: change.vout,
      by: change.by,
      isDisputed: change.isDisputed,
      rules: change.rules.slice(0, MOST_RULES).map(({ id, version }) => `${id}/${version}`.slice(0, LONGEST_RULE)),
    },
  });
}

type Head = Pick<FlowPayment, 'asset' | 'time' | 'height'>;

/** States on whose word an output is considered change. */
function changeRule({ change, txid }: OutputStep, ref: string): string | undefined {
  if (change.vout === null || change.by === 'nobody' || ref !== `${txid}:${change.vout}`) return undefined;
  return change.by === 'rules' ? 'change, by rule' : 'change, by the examiner';
}

/** Draws a transaction of the Bitcoin family: who paid in, a bar, who was paid; only what was traced. */
export function drawOutputStep(
  builder: GraphBuilder,
  step: OutputStep,
  peels: PeelNodes,
  { direction, isCut }: { readonly direction: TraceDirection; isCut(part: TracePart): boolean },
): void {
  const bar = peels.nodeOf(step.txid);
  if (!peels.isChained(step.txid)) describe(step, bar);
  bar.reach(step.hop);
  bar.seen(step.time);
  const nearer = Math.max(0, step.hop - 1);
  const [hopIn, hopOut] = direction === 'forward' ? [nearer, step.hop] : [step.hop, nearer];
  const head: Head = { asset: NATIVE_ASSET, time: step.time, height: step.height };
  const isDrawn = (part: TracePart): boolean => part.tainted !== 0n && !peels.isInner(part.ref) && !isCut(part);
  for (const part of step.inputs.filter(isDrawn)) {
    const { ref, tainted, amount } = part;
    const holder = holderOf(builder, part, 'input');
    holder.reach(hopIn);
    builder.pay(holder, bar, { ...head, kind: 'spend', ref, tainted, amount: amount ?? tainted });
  }
  for (const part of step.outputs.filter(isDrawn)) {
    const { ref, tainted, amount } = part;
    const holder = holderOf(builder, part, 'output');
    holder.reach(hopOut);
    const rule = changeRule(step, ref);
    builder.pay(bar, holder, { ...head, kind: 'output', ref, tainted, amount: amount ?? tainted, rule });
  }
  const other = otherIn(step, peels);
  if (other > 0n) bar.mingle(NATIVE_ASSET, other);
}
