import { queryOptions } from '@tanstack/react-query';
import { type ScreeningAnswer, type ScreeningSensitivity, screeningRoutes } from '@trailmark/api/contract/screening';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import { fetchLongWork, stableKey } from '../../api.ts';
import type { AskedScreening } from './screening-request.ts';

const call = createRouteCaller(fetchLongWork);
/** A screening is written to the log and takes seconds: it is asked again only when somebody says so. */
const KEPT_MS = 30 * 60_000;

export const SCREENING_KEY = 'screening';

export function screeningQuery(request: AskedScreening) {
  return queryOptions({
    queryKey: [SCREENING_KEY, 'one', stableKey(request)],
    queryFn: ({ signal }): Promise<ScreeningAnswer> =>
      call<Route>(screeningRoutes.runScreening, { body: { ...request, keep: true }, signal }) as never,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}

export function sensitivityQuery(request: AskedScreening) {
  return queryOptions({
    queryKey: [SCREENING_KEY, 'sensitivity', stableKey(request)],
    queryFn: ({ signal }): Promise<ScreeningSensitivity> =>
      call<Route>(screeningRoutes.testScreening, { body: request, signal }) as never,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
  });
}
