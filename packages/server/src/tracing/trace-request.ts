import type { traceRequest } from '@trailmark/api/contract/trace-wire';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import type { z } from 'zod';

/** A checked request of the wire as the engines take it: every member is there. */
export function toTraceRequest(asked: z.output<typeof traceRequest>): TraceRequest {
  const { stops, choices } = asked;
  return {
    ...asked,
    asset: asked.asset,
    incident: asked.incident,
    stops: { ...stops, fromTime: stops.fromTime, toTime: stops.toTime, dormantDays: stops.dormantDays },
    choices: choices.map(({ txid, change, follow, reason }) => ({ txid, change, follow, reason })),
  };
}
