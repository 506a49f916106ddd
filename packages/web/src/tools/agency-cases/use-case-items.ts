import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { caseItemsQuery } from '../../cases.ts';

/** Pinned items a page at a time, as one list; undefined before the first page is here. */
export function useCaseItems(caseId: string, tab?: string, words?: string) {
  const pages = useInfiniteQuery(caseItemsQuery(caseId, tab, words));
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items), [pages.data]);
  return { pages, items };
}
