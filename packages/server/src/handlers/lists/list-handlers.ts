import type { watchedListRoutes } from '@trailmark/api/contract/list';
import type { Handlers } from '../../http/mount.ts';
import { type ListContext, readDifference, readHistory, readLists } from '../../lists/read-lists.ts';

/** Lists as time series: their copies, what differs between any two, and what an address was on a day. */
export function createListHandlers(context: ListContext): Pick<Handlers, keyof typeof watchedListRoutes> {
  return {
    listWatchedLists: () => readLists(context),
    compareListCopies: ({ params, query }) => readDifference(context, params.pack, query),
    getListHistory: ({ params, query }, { caller, read }) => readHistory(context, caller, { params, query }, read),
  };
}
