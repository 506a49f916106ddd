import { always } from './call.ts';

/** External sources. */
export const SOURCES = {
  listSources: always({}),
  listSourceRequests: always({}),
  changeSource: always({ params: { id: 'blockscout-eth' }, body: { isOn: false } }),
  getStampAuthority: always({}),
  setStampAuthority: always({ body: { isOn: false } }),
  startFetches: always({ params: { id: 'blockscout-eth' }, body: { addresses: [`0x${'1'.repeat(40)}`] } }),
  fetchAddress: always({ params: { id: 'blockscout-eth' }, body: { address: `0x${'1'.repeat(40)}` } }),
} as const;
