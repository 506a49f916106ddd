import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** Every claim about an address, each with its source. */
export const labelItem = defineItemKind({
  id: 'label',
  name: 'Labels',
  tab: 'addresses',
  route: 'getAddressLabels',
  describe: ({ params: { network = '' } }, answer) => {
    const address = textAt(answer, 'address');
    const claims = answer.kind === 'json' && Array.isArray(answer.value.claims) ? answer.value.claims.length : 0;
    return {
      title: `Labels of ${address}: ${claims} ${claims === 1 ? 'claim' : 'claims'}`,
      identifiers: [addressKey(network, address)],
      method: `labels/${textAt(answer, 'labels.version').slice(0, 16)}`,
    };
  },
  page: ({ params: { network, address } }) => pagePath('exchange-lookup', network, address),
});
