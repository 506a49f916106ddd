import { ACCOUNT_ADDRESS, ADDRESS, always, chain, OTHER, TXID } from './call.ts';

const at = { params: { chain, address: ADDRESS } };

const cluster = { params: { chain, cluster: ADDRESS } };

const pair = { params: { chain, address: ADDRESS, other: OTHER } };

const account = { params: { chain: 'eth', address: ACCOUNT_ADDRESS } };

/** Addresses, transactions, blocks, clusters, labels and prices. */
export const LEDGER = {
  getAddress: always(at),
  listAddressTransactions: always(at),
  listAddressTransfers: always(account),
  listAddressAssets: always(account),
  listStatedBalances: always(account),
  listAddressUtxos: always(at),
  getAddressActivity: always(at),
  listAddressCounterparties: always(at),
  listAddressLinks: always(pair),
  exportAddress: always(at),
  bulkAddresses: always({ params: { chain }, body: { addresses: [ADDRESS] } }),
  checkWalletAddresses: always({ body: { chains: [{ chain, addresses: [ADDRESS] }] } }),
  discoverWallet: always({ body: { chain, key: 'addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)' } }),
  deriveKey: always({ params: { chain }, body: { key: 'x', from: 0, count: 1 } }),
  getAddressClusters: always(at),
  getCluster: always(cluster),
  listClusterMembers: always(cluster),
  listClusterLinks: always(cluster),
  listClusterCounterparties: always(cluster),
  whyTogether: always(pair),
  whatIf: always({ ...cluster, body: { view: 'conservative', withoutRules: [] } }),
  exportClusterProof: always(pair),
  getTransactionFindings: always({ params: { chain, txid: TXID } }),
  listMergeAlarms: always({ params: { chain } }),
  listRules: always({}),
  getAddressLabels: always({ params: { network: chain, address: ADDRESS } }),
  bulkLabels: always({ body: { addresses: [{ network: chain, address: ADDRESS }], publicOnly: true } }),
  searchLabels: always({ query: { q: 'sample' } }),
  listLabelPacks: always({}),
  previewLabelPack: always({ params: { pack: 'sample-services', version: '0'.repeat(16) } }),
  getListWithdrawal: always({}),
  activateLabelPack: always({ params: { pack: 'sample-services' }, body: { version: null } }),
  listActors: always({}),
  getActor: always({ params: { actor: 'sample-exchange' } }),
  listActorLabels: always({ params: { actor: 'sample-exchange' } }),
  listCategories: always({}),
  screenSanctions: always({ params: { address: ADDRESS } }),
  screenAddress: always({ params: { address: ADDRESS } }),
  getTransaction: always({ params: { chain, txid: TXID } }),
  getRawTransaction: always({ params: { chain, txid: TXID } }),
  getTransactionEvidence: always({ params: { chain, txid: TXID } }),
  getTransactionProof: always({ params: { chain, txid: TXID } }),
  listBlocks: always({ params: { chain } }),
  getBlock: always({ params: { chain, block: '0' } }),
  listBlockTransactions: always({ params: { chain, block: '0' } }),
  listChains: always({}),
  search: always({ query: { q: '0' } }),
  scanText: always({ body: { text: ADDRESS } }),
  getAttribution: always({ params: { network: chain, address: ADDRESS } }),
  lookUp: always({ body: { text: ADDRESS } }),
  listNearestServices: always(at),
  listDepositPoints: always(at),
  createRequestPacket: always({ params: { chain }, body: {} }),
  listPrices: always({}),
  getDailyPrices: always({ params: { asset: 'BTC' } }),
} as const;
