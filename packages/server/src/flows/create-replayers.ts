import type { ReadOptions } from '@trailmark/core/read-options';
import { addToGraph, expandGraph, linkGraph } from '../tracing/graph/graph-acts.ts';
import type { Replayers } from '../tracing/replay-log.ts';
import { toTraceAnswer } from '../tracing/trace-answer.ts';
import { toTraceRequest } from '../tracing/trace-request.ts';
import type { TraceService } from '../tracing/trace-service.ts';

/** Values play no part in a hash. */
const CURRENCY = 'USD';

/** The acts of a log as this server does them today. */
export function createReplayers(service: TraceService, read: ReadOptions): Replayers {
  return {
    add: (body) => addToGraph(service.deps, body, read),
    expand: (body) => expandGraph(service.deps, body, read),
    links: (body) => linkGraph(service.deps, body, read),
    async trace({ request }) {
      // One replay goes through the gate once, and what is partial then is no beginning of anything.
      const run = await service.follow(await service.runWhole(toTraceRequest(request), read), read);
      return toTraceAnswer(service.deps, run, CURRENCY, read);
    },
  };
}
