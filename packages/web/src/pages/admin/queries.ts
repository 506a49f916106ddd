import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contract } from '@trailmark/api/contract';
import { routeUrl } from '@trailmark/api/route-call';
import { AppError } from '@trailmark/core/errors';
import { api, fetchOrExplain } from '../../api.ts';
import { ADMIN_KEY } from '../../parts/admin/admin-paths.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';
import type { InboxSearch, OutboxSearch, UsersSearch } from './search.ts';

export const PAGE_SIZE = 50;

const cursorPages = { ...CURSOR_PAGES, placeholderData: keepPreviousData };

export function usersQuery(search: UsersSearch) {
  return infiniteQueryOptions({
    ...cursorPages,
    queryKey: [...ADMIN_KEY, 'users', search],
    queryFn: ({ pageParam, signal }) =>
      api.call('listUsers', { query: { ...search, cursor: pageParam, limit: PAGE_SIZE }, signal }),
  });
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'user', id],
    queryFn: ({ signal }) => api.call('getUser', { params: { id }, signal }),
  });
}

export function roleGrantsQuery() {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'role-grants'],
    queryFn: ({ signal }) => api.call('listRoleGrants', { signal }),
  });
}

export function agenciesQuery() {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'agencies'],
    queryFn: ({ signal }) => api.call('listAgencies', { signal }),
  });
}

export function inboxQuery(search: InboxSearch) {
  return infiniteQueryOptions({
    ...cursorPages,
    queryKey: [...ADMIN_KEY, 'inbox', search],
    queryFn: ({ pageParam, signal }) =>
      api.call('listContactMessages', { query: { ...search, cursor: pageParam, limit: PAGE_SIZE }, signal }),
  });
}

export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'message', id],
    queryFn: ({ signal }) => api.call('getContactMessage', { params: { id }, signal }),
  });
}

export function outboxQuery(search: OutboxSearch) {
  return infiniteQueryOptions({
    ...cursorPages,
    queryKey: [...ADMIN_KEY, 'outbox', search],
    queryFn: ({ pageParam, signal }) =>
      api.call('listMails', { query: { ...search, cursor: pageParam, limit: PAGE_SIZE }, signal }),
  });
}

/** Fetches the accounts of a filter as a file and hands it to the browser to save. */
export async function saveUsers(search: UsersSearch): Promise<void> {
  const response = await fetchOrExplain(routeUrl(contract.exportUsers, { query: search }), { method: 'GET' });
  if (!response.ok) throw new AppError('unavailable', `The server answered ${response.status}; nothing was saved.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `users-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
