import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath } from './item-kind.ts';

/** The history of an address as a file, with the hash of its rows. */
export const exportItem = defineItemKind({
  id: 'export',
  name: 'Export',
  tab: 'evidence',
  route: 'exportAddress',
  describe: ({ params: { chain = '', address = '' }, query: { format = 'csv' } }) => ({
    title: `History of ${address} as ${format.toUpperCase()}`,
    identifiers: [addressKey(chain, address)],
    method: 'address-export/1',
  }),
  page: ({ params: { chain, address } }) => pagePath('address-search', chain, address),
});
