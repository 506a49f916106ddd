import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { api, type Query } from './api.ts';
import { caseKey } from './cases.ts';
import { CURSOR_PAGES } from './requests/cursor-pages.ts';

const PAGE = 200;
/** While files arrive, perhaps from another page, the list is requested again. */
const REFRESH_MS = 10_000;

async function listAll(id: string, signal: AbortSignal): Promise<readonly CaseEvidence[]> {
  const all: CaseEvidence[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const query: { after: number; limit: number } = { after, limit: PAGE };
    const page: { items: CaseEvidence[]; next: number | null } = await api.call('listCaseEvidence', {
      params: { case: id },
      query,
      signal,
    });
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

/** All files of evidence of a case, uploads under way among them. */
export function caseEvidenceQuery(id: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'evidence'],
    queryFn: ({ signal }) => listAll(id, signal),
    refetchInterval: ({ state }) => (state.data?.some((item) => item.state === 'arriving') ? REFRESH_MS : false),
  });
}

/** The ledger of custody of a file. Each request is a line in the audit log, so it is not requested again automatically. */
export function caseCustodyQuery(id: string, item: string) {
  return queryOptions({
    queryKey: [...caseKey(id), 'custody', item],
    queryFn: ({ signal }) => api.call('getCaseCustody', { params: { case: id, item }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const CUSTODY_PAGE = 100;

/** Acts of custody over all files of a case, the last first. */
export function caseCustodyActsQuery(id: string, filter: Pick<Query<'listCaseCustody'>, 'item' | 'act' | 'who'>) {
  return infiniteQueryOptions({
    ...CURSOR_PAGES,
    queryKey: [...caseKey(id), 'custody-acts', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call('listCaseCustody', {
        params: { case: id },
        query: { ...filter, cursor: pageParam, limit: CUSTODY_PAGE },
        signal,
      }),
  });
}
