import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { auditTrace } from '../../tracing/audit-trace.ts';
import { compareTrace } from '../../tracing/compare-trace.ts';
import { toGatedCall } from '../../tracing/gated-call.ts';
import type { TraceService } from '../../tracing/trace-service.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Methods next to each other, and one trace laid open for whoever checks it. */
export function createComparisonHandlers(service: TraceService): Pick<Handlers, 'compareMethods' | 'exportTraceAudit'> {
  return {
    compareMethods: async ({ body }, scope) => compareTrace(service, body, toGatedCall(scope)),

    async exportTraceAudit({ body }, scope) {
      const file = await auditTrace(service, body, toGatedCall(scope));
      return new FileStream({ ...file, mediaType: WORKBOOK, onCancel: () => undefined });
    },
  };
}
