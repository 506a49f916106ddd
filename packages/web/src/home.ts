import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChainId } from '@trailmark/core/chain';
import { type Answer, api, explainMiss } from './api.ts';

export type VisitRow = Answer<'listVisits'>['items'][number];

/** Something to remember that it was opened. */
export interface Visited {
  readonly kind: VisitRow['kind'];
  readonly chain: ChainId | null;
  readonly id: string;
}

/** Everything a text names. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: ['find', q],
    queryFn: async ({ signal }) => {
      const found = await api.call('find', { query: { q }, signal });
      return { ...found, identifiers: await explainMiss(found.identifiers, { q }, signal) };
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

/** Every identifier in pasted text. */
export function pastedQuery(text: string) {
  return queryOptions({
    queryKey: ['scan', text],
    queryFn: ({ signal }) => api.call('scanText', { body: { text }, signal }),
    enabled: text !== '',
  });
}

const VISITS_KEY = ['visits'];

/** Pinned, and opened last. */
export function visitsQuery() {
  return queryOptions({
    queryKey: VISITS_KEY,
    queryFn: ({ signal }) => api.call('listVisits', { signal }),
  });
}

/** What waits for the reader, and the flows saved last. */
export function homeQuery() {
  return queryOptions({ queryKey: ['home'], queryFn: ({ signal }) => api.call('getHome', { signal }) });
}

/** Remembers, pins and forgets; the list that is shown follows. A visit that cannot be kept is no failure of what was opened. */
export function useVisits() {
  const client = useQueryClient();
  const show = (visits: Answer<'listVisits'>) => client.setQueryData(visitsQuery().queryKey, visits);
  const keep = useMutation({
    mutationFn: (body: Visited) => api.call('keepVisit', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: VISITS_KEY, refetchType: 'none' }),
  });
  const pin = useMutation({
    mutationFn: (body: Visited & { readonly isPinned: boolean }) => api.call('pinVisit', { body }),
    onSuccess: show,
  });
  const clear = useMutation({ mutationFn: () => api.call('clearVisits', { body: {} }), onSuccess: show });
  return { keep: keep.mutate, pin: pin.mutate, clear: clear.mutate, error: pin.error ?? clear.error };
}
