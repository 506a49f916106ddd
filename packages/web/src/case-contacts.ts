import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { caseKey } from './cases.ts';

/** Messages between people of a case and custodians of cases that name the same. */
export function caseContactsQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'contacts'],
    queryFn: ({ signal }) => api.call('listCaseContacts', { params: { case: id }, signal }),
  });
}
