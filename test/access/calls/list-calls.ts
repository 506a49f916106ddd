import { ADDRESS, always, chain } from './call.ts';

/** Lists as time series. */
export const LISTS = {
  listWatchedLists: always({}),
  compareListCopies: always({ params: { pack: 'ofac-sdn' }, query: { from: '0'.repeat(16), to: '1'.repeat(16) } }),
  getListHistory: always({ params: { network: chain, address: ADDRESS } }),
} as const;
