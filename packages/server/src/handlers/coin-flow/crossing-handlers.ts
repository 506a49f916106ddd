import type { Handlers } from '../../http/mount.ts';
import { toGatedCall } from '../../tracing/gated-call.ts';
import { listCrossings } from '../../tracing/list-crossings.ts';
import type { TraceService } from '../../tracing/trace-service.ts';

/** Looking for the other sides of bridges. */
export function createCrossingHandlers(service: TraceService): Pick<Handlers, 'findCrossings'> {
  return {
    findCrossings: async ({ body }, scope) => listCrossings(service, body, toGatedCall(scope)),
  };
}
