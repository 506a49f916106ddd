import type { AccountStep, TraceConversion, TraceTransfer } from '@trailmark/core/trace/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import type { GraphBuilder } from './graph-builder.ts';

interface Hops {
  readonly from: number;
  readonly to: number;
}

function drawTransfer(builder: GraphBuilder, step: AccountStep, transfer: TraceTransfer, hops: Hops): void {
  if (transfer.tainted === 0n) return;
  const { from, to, ref, asset, amount, tainted } = transfer;
  const payer = from === null ? builder.source(step.txid) : builder.address(from);
  const payee =
    to === null ? builder.unspendable(ref.replace('#', ':'), 'Destroyed, or paid to nobody') : builder.address(to);
  payer.reach(hops.from);
  payee.reach(hops.to);
  const { time, height, txid } = step;
  builder.pay(payer, payee, { kind: 'transfer', asset, amount, tainted, ref, time, height, apart: txid });
}

/** Both legs of a swap meet at its transaction, so that what was given and what came back stay one act. */
function drawConversion(builder: GraphBuilder, step: AccountStep, conversion: TraceConversion, hops: Hops): void {
  const { account, from, to, moreFrom = [], moreTo = [], kind, protocol, rule, certainty } = conversion;
  const holder = builder.address(account);
  const swap = builder.transaction(step.txid);
  holder.reach(hops.from);
  swap.reach(Math.max(hops.from, hops.to));
  swap.say({ height: step.height });
  const shared = {
    kind: kind === 'bridge' ? ('bridge' as const) : ('swap' as const),
    ref: step.txid,
    time: step.time,
    height: step.height,
    basis: 'inference' as const,
    rule: `${protocol} (${rule}, ${certainty})`,
  };
  for (const part of [from, ...moreFrom]) builder.pay(holder, swap, { ...shared, ...part });
  for (const part of [to, ...moreTo]) builder.pay(swap, holder, { ...shared, ...part });
}

/** Draws the transfers of one transaction of an account chain that carried traced money, and the swaps in it. */
export function drawAccountStep(
  builder: GraphBuilder,
  step: AccountStep,
  { direction, firstHop }: { readonly direction: TraceDirection; readonly firstHop: number },
): void {
  const hop = firstHop + step.hop;
  const nearer = Math.max(0, hop - 1);
  const hops: Hops = direction === 'forward' ? { from: nearer, to: hop } : { from: hop, to: nearer };
  for (const transfer of step.transfers) drawTransfer(builder, step, transfer, hops);
  for (const conversion of step.conversions) drawConversion(builder, step, conversion, hops);
}
