import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type StatementAnswer, statementRoutes } from '@trailmark/api/contract/statement';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import { type Answer, fetchLongWork, stableKey } from '../../api.ts';
import type { AskedStatement, StatementSearch } from './search.ts';

const call = createRouteCaller(fetchLongWork);
/** A statement is written to the log: it is requested again only on demand. */
const KEPT_MS = 30 * 60_000;
export const LINES_A_PAGE = 100;

export function statementQuery(request: AskedStatement) {
  return queryOptions({
    queryKey: ['statement', 'head', stableKey(request)],
    queryFn: ({ signal }): Promise<StatementAnswer> =>
      call<Route>(statementRoutes.runStatement, { body: request, signal }) as never,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}

type LinesPage = Answer<'listStatementLines'>;

export type LineFilter = Pick<StatementSearch, 'type' | 'direction' | 'asset' | 'words'> & {
  readonly unpriced?: boolean;
};

/** Lines page by page; `hash` is that of the statement, so that lines of another state are never mixed in. */
export function linesQuery(request: AskedStatement, hash: string, filter: LineFilter) {
  const { type, ...rest } = filter;
  return infiniteQueryOptions({
    queryKey: ['statement', 'lines', stableKey(request), hash, stableKey(filter)],
    queryFn: ({ signal, pageParam }): Promise<LinesPage> => {
      const page = { offset: pageParam, limit: LINES_A_PAGE };
      const body = { request, ...page, ...rest, types: type === undefined ? [] : [type] };
      return call<Route>(statementRoutes.listStatementLines, { body, signal }) as never;
    },
    initialPageParam: 0,
    getNextPageParam: (last: LinesPage, pages: readonly LinesPage[]) => {
      const read = pages.reduce((sum, { lines }) => sum + lines.length, 0);
      return read < last.total && last.lines.length > 0 ? read : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}
