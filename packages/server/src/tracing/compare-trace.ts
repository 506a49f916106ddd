import { getTraceMethod, TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { compareMethods } from '@trailmark/analysis/tracing/compare-methods';
import type { OrdersCompared } from '@trailmark/analysis/tracing/compare-orders';
import type { ComparedMethod } from '@trailmark/analysis/tracing/compared-exit';
import { formatMethodId, type TraceFamily, type TraceMethod } from '@trailmark/analysis/tracing/method';
import type { Contract } from '@trailmark/api/contract';
import type { MethodComparison } from '@trailmark/api/contract/trace';
import type { RouteInput } from '@trailmark/api/route';
import { familyOf } from '@trailmark/core/chain';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import type { GatedCall } from './gated-call.ts';
import { toTraceAsOf } from './trace-as-of.ts';
import { toTraceRequest } from './trace-request.ts';
import type { TraceService } from './trace-service.ts';

/** Methods are compared on one chain: what a bridge leads to rests on the first method's amounts. */
const NO_BRIDGES = ' Compared on this chain alone: bridges are not followed.';

/** Whether a method can say where money came from as well as where it went. */
function runsIn(method: TraceMethod, family: TraceFamily, { direction }: TraceRequest): boolean {
  return direction === 'forward' || family === 'outputs' || method.accounts?.backward !== undefined;
}

/** `FIFO` of `First in, first out (FIFO)`. */
function shortName({ name }: TraceMethod): string {
  return /\(([A-Z]{2,8})\)/.exec(name)?.[1] ?? name.replace(/ \(.*\)$/, '').toLowerCase();
}

/** Methods to compare: those named, else all of the chain's family that divide money; the exact one only where outputs were chosen. */
function chooseMethods(request: TraceRequest, asked: readonly string[] | undefined): ComparedMethod[] {
  const family: TraceFamily = familyOf(request.chain);
  const hasChosen = request.choices.some(({ follow }) => follow !== undefined);
  const all = TRACE_METHODS.filter((method) => {
    if (method[family] === undefined || !runsIn(method, family, request)) return false;
    // Exact outputs follow what somebody chose; reach bounds each place separately and divides nothing.
    return method.id === 'exact' ? hasChosen : method.id !== 'reach';
  });
  const ids = asked ?? all.map(formatMethodId);
  return [...new Set(ids)].map((id) => ({ id, name: shortName(getTraceMethod(id, family)) }));
}

function toOrdersRow({ onlyOther, ...orders }: OrdersCompared): NonNullable<MethodComparison['orders']> {
  return { ...orders, onlyOther: onlyOther.map((exit) => ({ ...exit, amounts: [...exit.amounts] })) };
}

/** Methods next to each other, on one request. Waits for a place in the gate. */
export async function compareTrace(
  service: TraceService,
  body: RouteInput<Contract['compareMethods']>['body'],
  { owner, read, turn }: GatedCall,
): Promise<MethodComparison> {
  const request = toTraceRequest(body.request);
  const methods = chooseMethods(request, body.methods);
  const asOf = toTraceAsOf(service.deps, request.chain);
  const runOne = async (one: TraceRequest): Promise<Trace> => (await service.runWhole(one, read)).trace;
  const found = await service.gate.run(owner, () => compareMethods(request, methods, runOne), turn);
  return {
    asOf,
    methods: [...found.methods],
    exits: found.exits.map(({ isNamed: _, amounts, ranks, otherAmounts, ...exit }) => ({
      ...exit,
      amounts: [...amounts],
      ranks: [...ranks],
      ...(otherAmounts && { otherAmounts: [...otherAmounts] }),
    })),
    ...(found.orders && { orders: toOrdersRow(found.orders) }),
    agreement: [...found.agreement],
    stableExits: found.stableExits,
    sentence: `${found.sentence}${request.stops.followBridges === true ? NO_BRIDGES : ''}`,
  };
}
