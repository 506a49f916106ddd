import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { trainingRoutes } from '@trailmark/api/contract/training';
import { routeUrl } from '@trailmark/api/route-call';
import type { CourseLevel } from '@trailmark/core/training/level';
import { api, callRoute } from '../../api.ts';
import type { RosterSearch } from './search.ts';

export function coursesQuery() {
  return queryOptions({
    queryKey: ['training', 'courses'],
    queryFn: ({ signal }) => callRoute(trainingRoutes.listCourses, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function sessionsQuery(range: { readonly from?: string | undefined; readonly to?: string | undefined } = {}) {
  return queryOptions({
    queryKey: ['training', 'sessions', range],
    queryFn: ({ signal }) => callRoute(trainingRoutes.listTrainingSessions, { query: range, signal }),
  });
}

export function myTrainingQuery(isSignedIn: boolean) {
  return queryOptions({
    queryKey: ['training', 'mine'],
    queryFn: ({ signal }) => api.call('getMyTraining', { signal }),
    enabled: isSignedIn,
  });
}

export function labsQuery(isAllowed: boolean) {
  return queryOptions({
    queryKey: ['training', 'labs'],
    queryFn: ({ signal }) => api.call('listLabs', { signal }),
    enabled: isAllowed,
  });
}

export function labQuery(lab: string) {
  return queryOptions({
    queryKey: ['training', 'lab', lab],
    queryFn: ({ signal }) => api.call('getLab', { params: { lab }, signal }),
  });
}

export function materialsQuery(level: CourseLevel, isAllowed: boolean) {
  return queryOptions({
    queryKey: ['training', 'materials', level],
    queryFn: ({ signal }) => api.call('getCourseMaterials', { params: { level }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isAllowed,
  });
}

type RosterFilter = Omit<RosterSearch, 'row'>;

export function rosterQuery(filter: RosterFilter) {
  return queryOptions({
    queryKey: ['training', 'roster', filter],
    queryFn: ({ signal }) => api.call('listRoster', { query: filter, signal }),
  });
}

export function certificateKeyQuery() {
  return queryOptions({
    queryKey: ['training', 'certificate-key'],
    queryFn: ({ signal }) => callRoute(trainingRoutes.getCertificateKey, { signal }),
  });
}

/** Everything of training that a change may have touched. */
export function refreshTraining(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['training'] });
}

export const calendarUrl = (level?: CourseLevel) => routeUrl(trainingRoutes.getTrainingCalendar, { query: { level } });
export const sessionCalendarUrl = (session: string) =>
  routeUrl(trainingRoutes.getSessionCalendar, { params: { session } });
export const rosterCsvUrl = (query: RosterFilter) => routeUrl(trainingRoutes.exportRoster, { query });
export const revocationsUrl = () => routeUrl(trainingRoutes.getRevocations, {});
export const certificateUrl = (certificate: string, format: 'json' | 'pdf') =>
  routeUrl(trainingRoutes.getCertificateFile, { params: { certificate }, query: { format } });
