import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** A collection with what wash rules find in it: inferences of a named set. */
export const nftCollectionItem = defineItemKind({
  id: 'nft-collection',
  name: 'NFT collection',
  tab: 'addresses',
  route: 'getNftCollection',
  describe: ({ params: { chain = '' } }, answer) => {
    const contract = textAt(answer, 'identity.contract');
    return {
      title: `NFT collection ${contract}: ${textAt(answer, 'saleCount')} sales, wash set ${textAt(answer, 'set.version')}`,
      identifiers: [addressKey(chain, contract)],
      method: textAt(answer, 'provenance.method').slice(0, 100),
    };
  },
  page: ({ params: { chain, contract } }) => pagePath('nft-analysis', chain, contract),
});
