import { queryOptions } from '@tanstack/react-query';
import { type ScreeningSensitivity, screeningRoutes } from '@trailmark/api/contract/screening';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { type Answer, fetchLongWork, stableKey } from '../../api.ts';

const call = createRouteCaller(fetchLongWork);
/** A screening is written to the log and takes seconds: it is requested again only on demand. */
const KEPT_MS = 30 * 60_000;

export const SCREENING_KEY = 'screening';

/** Screens a subject, and stores the answer under its own id. */
export function runKept(request: ScreeningRequest, signal: AbortSignal): Promise<Answer<'runScreening'>> {
  return call<Route>(screeningRoutes.runScreening, { body: { ...request, keep: true }, signal }) as never;
}

export function screeningQuery(request: ScreeningRequest) {
  return queryOptions({
    queryKey: [SCREENING_KEY, 'one', stableKey(request)],
    queryFn: ({ signal }) => runKept(request, signal),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}

export function sensitivityQuery(request: ScreeningRequest) {
  return queryOptions({
    queryKey: [SCREENING_KEY, 'sensitivity', stableKey(request)],
    queryFn: ({ signal }): Promise<ScreeningSensitivity> =>
      call<Route>(screeningRoutes.testScreening, { body: request, signal }) as never,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
  });
}
