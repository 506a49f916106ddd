import type { Handlers } from '../../http/mount.ts';
import { listCrossings } from '../../tracing/list-crossings.ts';
import type { TraceDesk } from '../../tracing/trace-desk.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';

/** Looking for the other sides of bridges. */
export function createCrossingHandlers(desk: TraceDesk): Pick<Handlers, 'findCrossings'> {
  return {
    findCrossings: async ({ body }, scope) => listCrossings(desk, body, { owner: ownerOf(scope), read: scope.read }),
  };
}
