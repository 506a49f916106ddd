import { ACCOUNT_ADDRESS, always } from './call.ts';

const nfts = { chain: 'eth', contract: ACCOUNT_ADDRESS };

const account = { params: { chain: 'eth', address: ACCOUNT_ADDRESS } };

/** NFTs. */
export const NFTS = {
  listNftCollections: always({ params: { chain: 'eth' } }),
  getNftCollection: always({ params: nfts }),
  listNftSales: always({ params: nfts }),
  getNftFinding: always({ params: { ...nfts, rule: 'ring', index: 0 } }),
  exportNftSales: always({ params: nfts }),
  getNftToken: always({ params: { ...nfts, token: '1' } }),
  getNftWallet: always(account),
} as const;
