import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api.ts';

/** Second factors of the own account. Its key is `['factors']`. */
export function factorsQuery() {
  return queryOptions({ queryKey: ['factors'], queryFn: ({ signal }) => api.call('listFactors', { signal }) });
}
export type Factors = Answer<'listFactors'>;

/** Own living sessions. Its key is `['sessions']`. */
export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => api.call('listSessions', { signal }) });
}
export type SessionItem = Answer<'listSessions'>['items'][number];
