import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { SupportSearch } from './search.ts';

export function ticketsQuery(scope: 'own' | 'all', status: SupportSearch['status']) {
  return queryOptions({
    queryKey: ['tickets', scope, status ?? 'any'],
    queryFn: ({ signal }) => api.call('listTickets', { query: { scope, status: status ?? 'any' }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function ticketQuery(id: string) {
  return queryOptions({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => api.call('getTicket', { params: { id }, signal }),
  });
}

export function serverFactsQuery() {
  return queryOptions({ queryKey: ['server-facts'], queryFn: ({ signal }) => api.call('getServerFacts', { signal }) });
}
