import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** Whose address it is, with the evidence. */
export const exchangeAnswerItem = defineItemKind({
  id: 'exchange-answer',
  name: 'Exchange answer',
  tab: 'addresses',
  route: 'getAttribution',
  describe: ({ params: { network = '' } }, answer) => {
    const address = textAt(answer, 'attribution.address');
    return {
      title: `${address}: ${textAt(answer, 'attribution.sentence')}`.slice(0, 300),
      identifiers: [addressKey(network, address)],
      method: `attribution/${textAt(answer, 'rules.version').slice(0, 16) || 'labels'}`,
    };
  },
  page: ({ params: { network, address } }) => pagePath('exchange-lookup', network, address),
});
