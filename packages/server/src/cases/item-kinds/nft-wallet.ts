import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** The items of a wallet. */
export const nftWalletItem = defineItemKind({
  id: 'nft-wallet',
  name: 'NFT wallet',
  tab: 'addresses',
  route: 'getNftWallet',
  describe: ({ params: { chain = '' } }, answer) => {
    const address = textAt(answer, 'wallet.address');
    return {
      title: `NFTs of ${address}: ${textAt(answer, 'holdingCount')} owned, ${textAt(answer, 'sold.count')} sold`,
      identifiers: [addressKey(chain, address)],
      method: 'nft-wallet/1',
    };
  },
  page: ({ params: { chain, address } }) => pagePath('nft-analysis', chain, 'wallets', address),
});
