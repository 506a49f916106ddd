import type { ReadOptions } from '@trailmark/core/read-options';
import type { Replayers } from '../tracing/replay-log.ts';
import { toTraceAnswer } from '../tracing/trace-answer.ts';
import type { TraceDesk } from '../tracing/trace-desk.ts';
import { toTraceRequest } from '../tracing/trace-request.ts';
import { addToGraph, expandGraph, linkGraph } from './graph/graph-acts.ts';

/** Values play no part in a hash. */
const CURRENCY = 'USD';

/** The acts of a log as this server does them today. */
export function createReplayers(desk: TraceDesk, read: ReadOptions): Replayers {
  return {
    add: (body) => addToGraph(desk.deps, body, read),
    expand: (body) => expandGraph(desk.deps, body, read),
    links: (body) => linkGraph(desk.deps, body, read),
    async trace({ request }) {
      // One replay goes through the gate once, and what is partial then is no beginning of anything.
      const run = await desk.follow(await desk.runWhole(toTraceRequest(request), read), read);
      return toTraceAnswer(desk.deps, run, CURRENCY, read);
    },
  };
}
