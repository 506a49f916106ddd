import { addressKey, clusterKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** Balances, totals and labels of an address. */
export const addressItem = defineItemKind({
  id: 'address',
  name: 'Address',
  tab: 'addresses',
  route: 'getAddress',
  describe: ({ params: { chain = '' } }, answer) => {
    const address = textAt(answer, 'address');
    const root = textAt(answer, 'clusters.conservative.root');
    return {
      title: address,
      identifiers: [addressKey(chain, address), ...(root ? [clusterKey(chain, root)] : [])],
    };
  },
  page: ({ params: { chain, address } }) => pagePath('address-search', chain, address),
});
