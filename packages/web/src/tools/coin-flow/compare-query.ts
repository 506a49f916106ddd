import { queryOptions } from '@tanstack/react-query';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { callFlow } from './queries.ts';
import { encodeRequest, toWireRequest } from './trace-run.ts';

/** All methods on the graph of one request. */
export function comparisonQuery(request: TraceRequest | undefined) {
  return queryOptions({
    queryKey: ['flow-comparison', request ? encodeRequest(request) : ''],
    queryFn: ({ signal }) =>
      callFlow('compareMethods', { body: { request: toWireRequest(request as TraceRequest) }, signal }),
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The same trace once more with every step in exact integers, for the audit. */
export function auditQuery(request: TraceRequest | undefined) {
  return queryOptions({
    queryKey: ['flow-audit', request ? encodeRequest(request) : ''],
    queryFn: ({ signal }) =>
      callFlow('runTrace', { body: { request: toWireRequest(request as TraceRequest) }, signal }),
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
