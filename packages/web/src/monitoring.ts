import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { api, type Query } from './api.ts';
import { stringifySearch } from './search-params.ts';
import { ALERTS_PATH } from './url.ts';

export const MONITORING_PATH = '/address-monitoring';
/** Everything about alerts begins with this key. */
export const ALERTS_KEY = ['alerts'] as const;
/** Everything about watches begins with this key. */
export const WATCHES_KEY = ['watches'] as const;

export type AlertListQuery = Query<'listAlerts'>;

export function alertListQuery(query: AlertListQuery) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('listAlerts', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

const COUNT_MS = 30_000;

/** How many alerts are new, whatever page is open. */
export function alertCountsQuery() {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'counts'],
    queryFn: ({ signal }) => api.call('countAlerts', { signal }),
    refetchInterval: COUNT_MS,
  });
}

export function alertQuery(alert: string) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'one', alert],
    queryFn: ({ signal }) => api.call('getAlert', { params: { alert }, signal }),
  });
}

export function alertPeopleQuery(alert: string) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'people', alert],
    queryFn: ({ signal }) => api.call('listAlertPeople', { params: { alert }, signal }),
  });
}

export function watchListQuery(query: Query<'listWatches'>) {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('listWatches', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function watchQuery(watch: string) {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'one', watch],
    queryFn: ({ signal }) => api.call('getWatch', { params: { watch }, signal }),
  });
}

export function frontierQuery(watch: string) {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'frontier', watch],
    queryFn: ({ signal }) => api.call('getWatchFrontier', { params: { watch }, signal }),
    retry: false,
  });
}

const HEALTH_MS = 5_000;

export function watchHealthQuery() {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'health'],
    queryFn: ({ signal }) => api.call('getWatchHealth', { signal }),
    refetchInterval: HEALTH_MS,
  });
}

export function watchKindsQuery() {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'kinds'],
    queryFn: ({ signal }) => api.call('listWatchKinds', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type PreviewInput = RouteInput<Contract['previewWatch']>['body'];

export function watchPreviewQuery(id: string, body: PreviewInput) {
  return queryOptions({
    queryKey: [...WATCHES_KEY, 'preview', id, body],
    queryFn: ({ signal }) => api.call('previewWatch', { params: { case: id }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

export function monitoringUrl(search: object = {}): string {
  return `${MONITORING_PATH}${stringifySearch(search)}`;
}

export function newWatchUrl(search: object = {}): string {
  return `${MONITORING_PATH}/new${stringifySearch(search)}`;
}

export function watchUrl(id: string): string {
  return `${MONITORING_PATH}/watches/${id}`;
}

/** How far the money of a frontier came. */
export function frontierUrl(id: string): string {
  return `${watchUrl(id)}/frontier`;
}

export function alertsUrl(search: object = {}): string {
  return `${ALERTS_PATH}${stringifySearch(search)}`;
}

/** Everything about channels begins with this key. */
export const CHANNELS_KEY = ['alert-channels'] as const;

export function channelsQuery() {
  return queryOptions({
    queryKey: [...CHANNELS_KEY, 'list'],
    queryFn: ({ signal }) => api.call('listAlertChannels', { signal }),
  });
}

export const SUBSCRIPTION_KEY = ['alert-subscription'] as const;

/** The feed and the summary of the reader. */
export function subscriptionQuery() {
  return queryOptions({
    queryKey: SUBSCRIPTION_KEY,
    queryFn: ({ signal }) => api.call('getAlertSubscription', { signal }),
  });
}

export function deliveriesQuery() {
  return queryOptions({
    queryKey: [...CHANNELS_KEY, 'deliveries'],
    queryFn: ({ signal }) => api.call('listAlertDeliveries', { query: { limit: 100 }, signal }),
    refetchInterval: HEALTH_MS,
  });
}

export function channelsUrl(): string {
  return `${MONITORING_PATH}/channels`;
}
