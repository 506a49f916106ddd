import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CaseLane, CommentSubject } from '@trailmark/core/case';
import { api } from './api.ts';
import { caseKey } from './cases.ts';

/** The case itself, whose number is empty, or one thing in it. */
export interface CommentedThing {
  readonly about: CommentSubject;
  readonly number: string;
}

/** Tasks of a case: open ones first. */
export function caseTasksQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'tasks'],
    queryFn: ({ signal }) => api.call('listCaseTasks', { params: { case: id }, query: { limit: 200 }, signal }),
  });
}

/** The comments in a case, or about one thing in it, the last first. */
export function caseCommentsQuery(id: string, subject?: CommentedThing) {
  return infiniteQueryOptions({
    queryKey: [...caseKey(id), 'comments', subject?.about, subject?.number],
    queryFn: ({ pageParam, signal }) =>
      api.call('listCaseComments', {
        params: { case: id },
        query: { ...subject, before: pageParam, limit: 20 },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function caseNotesQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'notes'],
    queryFn: ({ signal }) => api.call('listCaseNotes', { params: { case: id }, signal }),
  });
}

export function caseNoteQuery(id: string, note: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'notes', note],
    queryFn: ({ signal }) => api.call('getCaseNote', { params: { case: id, note }, signal }),
  });
}

export function caseNoteVersionsQuery(id: string, note: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'notes', note, 'versions'],
    queryFn: ({ signal }) =>
      api.call('listCaseNoteVersions', { params: { case: id, note }, query: { limit: 200 }, signal }),
  });
}

/** A saved version never changes. */
export function caseNoteVersionQuery(id: string, note: string, version: number) {
  return queryOptions({
    queryKey: [...caseKey(id), 'notes', note, 'versions', version],
    queryFn: ({ signal }) => api.call('getCaseNoteVersion', { params: { case: id, note, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface TimelineWindow {
  readonly from: number;
  readonly to: number;
}

/** The timeline of a case in a window; of everything without one. */
export function caseTimelineQuery(id: string, window: TimelineWindow | undefined) {
  return queryOptions({
    queryKey: [...caseKey(id), 'timeline', window],
    queryFn: ({ signal }) => api.call('getCaseTimeline', { params: { case: id }, query: { ...window }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reported events that were withdrawn, with the reasons. */
export function withdrawnEventsQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'timeline', 'withdrawn'],
    queryFn: ({ signal }) => api.call('listWithdrawnCaseEvents', { params: { case: id }, signal }),
  });
}

/** The table of a window, page by page. */
export function caseTimelineTableQuery(id: string, window: TimelineWindow, lanes: readonly CaseLane[]) {
  return infiniteQueryOptions({
    queryKey: [...caseKey(id), 'timeline', 'table', window, lanes],
    queryFn: ({ pageParam, signal }) =>
      api.call('listCaseTimeline', {
        params: { case: id },
        query: { ...window, lanes: lanes.join(','), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
