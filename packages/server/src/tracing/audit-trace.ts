import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { streamTraceAudit } from '@trailmark/documents/stream-trace-audit';
import { toTraceAudit } from './comparison-audit.ts';
import { listTraceAssets } from './engines/flow-context.ts';
import { getTracingEngine } from './engines/get-tracing-engine.ts';
import type { GatedCall } from './gated-call.ts';
import { hashTrace } from './trace-answer.ts';
import { toTraceRequest } from './trace-request.ts';
import type { TraceService } from './trace-service.ts';

/** One trace laid open for whoever checks it: a workbook and the name of its file. Waits for a place in the gate. */
export function auditTrace(
  service: TraceService,
  body: RouteInput<Contract['exportTraceAudit']>['body'],
  { owner, read, turn }: GatedCall,
) {
  const request = toTraceRequest(body.request);
  const work = async () => {
    const { trace, asOf } = await service.runWhole(request, read);
    const assets = listTraceAssets(trace.sums.map(({ asset }) => asset));
    const engine = getTracingEngine(service.deps, request.chain);
    const context = await engine.openContext({ assets, currency: 'USD' }, read);
    const hash = await hashTrace(trace);
    const audit = toTraceAudit({ trace, asOf, hash, formatAsset: (asset) => context.assetOf(asset).id });
    return { name: `trace-audit-${request.chain}-${hash.slice(0, 12)}.xlsx`, chunks: streamTraceAudit(audit) };
  };
  return service.gate.run(owner, work, turn);
}
