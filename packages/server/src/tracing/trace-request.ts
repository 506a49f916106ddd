import { getTraceMethod, parseTraceParams } from '@trailmark/analysis/tracing/catalogue';
import type { traceRequest } from '@trailmark/api/contract/trace-wire';
import { familyOf } from '@trailmark/core/chain';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import type { z } from 'zod';

/**
 * A checked request of the wire as the engines take it: every member is there, parameters of the method with their defaults, so
 * that saying a default and leaving it out is one request. Throws `invalid` for a method or parameter that does not exist.
 */
export function toTraceRequest(asked: z.output<typeof traceRequest>): TraceRequest {
  const { choices } = asked;
  const { followBridges, labelled, ...stops } = asked.stops;
  const params = parseTraceParams(
    getTraceMethod(asked.method),
    asked.params,
    familyOf(asked.chain),
  ) as TraceRequest['params'];
  return {
    ...asked,
    params,
    asset: asked.asset,
    incident: asked.incident,
    stops: {
      ...stops,
      fromTime: stops.fromTime,
      toTime: stops.toTime,
      dormantDays: stops.dormantDays,
      // Requests from before it could be requested keep their bytes.
      ...(followBridges === true ? { followBridges } : {}),
      ...(labelled === true ? { labelled } : {}),
    },
    choices: choices.map(({ txid, change, follow, reason }) => ({ txid, change, follow, reason })),
  };
}
