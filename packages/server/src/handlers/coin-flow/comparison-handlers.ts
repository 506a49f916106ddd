import { getTraceMethod, TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { compareMethods } from '@trailmark/analysis/tracing/compare-methods';
import type { OrdersCompared } from '@trailmark/analysis/tracing/compare-orders';
import type { ComparedMethod } from '@trailmark/analysis/tracing/compared-exit';
import { formatMethodId, type TraceFamily, type TraceMethod } from '@trailmark/analysis/tracing/method';
import type { MethodComparison } from '@trailmark/api/contract/trace';
import { isAccountChainId } from '@trailmark/core/chain';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { streamTraceAudit } from '@trailmark/documents/stream-trace-audit';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { toTraceAudit } from '../../tracing/comparison-audit.ts';
import { listTraceAssets, openFlowContext } from '../../tracing/flow-context.ts';
import { toTraceAsOf } from '../../tracing/open-trace.ts';
import { hashTrace } from '../../tracing/trace-answer.ts';
import type { TraceDesk } from '../../tracing/trace-desk.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';
import { toTraceRequest } from '../../tracing/trace-request.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
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

/** Methods to compare: those named, else all of the chain's family; the exact one only where outputs were chosen. */
function chooseMethods(request: TraceRequest, asked: readonly string[] | undefined): ComparedMethod[] {
  const family: TraceFamily = isAccountChainId(request.chain) ? 'accounts' : 'outputs';
  const hasChosen = request.choices.some(({ follow }) => follow !== undefined);
  const all = TRACE_METHODS.filter((method) => {
    return method[family] !== undefined && runsIn(method, family, request) && (method.id !== 'exact' || hasChosen);
  });
  const ids = asked ?? all.map(formatMethodId);
  return [...new Set(ids)].map((id) => ({ id, name: shortName(getTraceMethod(id, family)) }));
}

function toOrdersRow({ onlyOther, ...orders }: OrdersCompared): NonNullable<MethodComparison['orders']> {
  return { ...orders, onlyOther: onlyOther.map((exit) => ({ ...exit, amounts: [...exit.amounts] })) };
}

/** Methods side by side, and one trace laid open for whoever checks it. */
export function createComparisonHandlers(desk: TraceDesk): Pick<Handlers, 'compareMethods' | 'exportTraceAudit'> {
  const { deps, gate } = desk;
  return {
    async compareMethods({ body }, scope) {
      const { read } = scope;
      const request = toTraceRequest(body.request);
      const methods = chooseMethods(request, body.methods);
      const asOf = toTraceAsOf(deps, request.chain);
      const runOne = async (one: TraceRequest): Promise<Trace> => (await desk.runWhole(one, read)).trace;
      const found = await gate.run(ownerOf(scope), () => compareMethods(request, methods, runOne));
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
    },

    async exportTraceAudit({ body }, scope) {
      const { read } = scope;
      const request = toTraceRequest(body.request);
      return gate.run(ownerOf(scope), async () => {
        const { trace, asOf } = await desk.runWhole(request, read);
        const assets = listTraceAssets(trace.sums.map(({ asset }) => asset));
        const context = await openFlowContext(deps, request.chain, { assets, currency: 'USD' }, read);
        const hash = await hashTrace(trace);
        const audit = toTraceAudit({ trace, asOf, hash, formatAsset: (asset) => context.assetOf(asset).id });
        return new FileStream({
          name: `trace-audit-${request.chain}-${hash.slice(0, 12)}.xlsx`,
          mediaType: WORKBOOK,
          chunks: streamTraceAudit(audit),
          onCancel: () => undefined,
        });
      });
    },
  };
}
