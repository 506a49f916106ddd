import { createGraphHandlers } from '../handlers/coin-flow/graph-handlers.ts';
import type { RequestScope } from '../http/request-scope.ts';
import type { Replayers } from '../tracing/replay-log.ts';
import { toTraceAnswer } from '../tracing/trace-answer.ts';
import type { TraceDesk } from '../tracing/trace-desk.ts';
import { toTraceRequest } from '../tracing/trace-request.ts';

/** Values play no part in a hash. */
const CURRENCY = 'USD';

/** The acts of a log as this server does them today. */
export function createReplayers(desk: TraceDesk, scope: Pick<RequestScope, 'read'>): Replayers {
  const { read } = scope;
  // They ask for what may be read and by when, and for nothing else of a request.
  const graphs = createGraphHandlers(desk.deps);
  const asked = { params: {}, query: {} };
  const inside = scope as RequestScope;
  return {
    add: (body) => graphs.addToFlow({ ...asked, body }, inside),
    expand: (body) => graphs.expandFlow({ ...asked, body }, inside),
    links: (body) => graphs.linkFlow({ ...asked, body }, inside),
    async trace({ request }) {
      // One replay goes through the gate once, and what is partial then is no beginning of anything.
      const run = await desk.follow(await desk.runWhole(toTraceRequest(request), read), read);
      return toTraceAnswer(desk.deps, run, CURRENCY, read);
    },
  };
}
