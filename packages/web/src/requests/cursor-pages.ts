/** A list that comes a page at a time, of an infinite query: from the beginning, and on from where the last page says. */
export const CURSOR_PAGES = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { readonly next: string | null }) => last.next ?? undefined,
};
