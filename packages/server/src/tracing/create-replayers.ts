import type { ReadOptions } from '@trailmark/core/ledger-reader';
import type { Replayers } from './replay-log.ts';
import { toTraceAnswer } from './trace-answer.ts';
import type { TraceDesk } from './trace-desk.ts';
import { toTraceRequest } from './trace-request.ts';

/** Values play no part in a hash. */
const CURRENCY = 'USD';

/** The acts of a log as this server does them today. */
export function createReplayers(
  desk: TraceDesk,
  asked: { readonly owner: string; readonly read: ReadOptions },
): Replayers {
  const { owner, read } = asked;
  return {
    async trace({ request }) {
      const order = { request: toTraceRequest(request), resume: undefined, owner };
      return toTraceAnswer(desk.deps, await desk.run(order, read), CURRENCY, read);
    },
  };
}
