import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** One token with its transfers and sales. */
export const nftTokenItem = defineItemKind({
  id: 'nft-token',
  name: 'NFT',
  tab: 'addresses',
  route: 'getNftToken',
  describe: ({ params: { chain = '' } }, answer) => {
    const contract = textAt(answer, 'identity.contract');
    return {
      title: `NFT ${textAt(answer, 'token')} of ${contract}: ${textAt(answer, 'saleCount')} sales`,
      identifiers: [addressKey(chain, contract)],
      method: textAt(answer, 'provenance.method').slice(0, 100),
    };
  },
  page: ({ params: { chain, contract, token } }) => pagePath('nft-analysis', chain, contract, token),
});
