import { isChainId } from './chain.ts';

/**
 * Every network a label may name. The main networks of chains this version reads carry the id of the chain, so that a
 * label's network and a ledger's chain compare as text; the rest are known by name and address form only.
 */
export const NETWORKS = {
  ada: 'Cardano',
  algo: 'Algorand',
  apt: 'Aptos',
  arbitrum: 'Arbitrum',
  atom: 'Cosmos Hub',
  avalanche: 'Avalanche C-Chain',
  base: 'Base',
  bch: 'Bitcoin Cash',
  bnb: 'BNB Beacon Chain',
  bsc: 'BNB Chain',
  bsv: 'Bitcoin SV',
  btc: 'Bitcoin',
  btg: 'Bitcoin Gold',
  celo: 'Celo',
  cronos: 'Cronos',
  dash: 'Dash',
  doge: 'Dogecoin',
  dot: 'Polkadot',
  eos: 'EOS',
  etc: 'Ethereum Classic',
  eth: 'Ethereum',
  fantom: 'Fantom',
  gnosis: 'Gnosis Chain',
  linea: 'Linea',
  ltc: 'Litecoin',
  mantle: 'Mantle',
  near: 'NEAR',
  optimism: 'Optimism',
  polygon: 'Polygon',
  scroll: 'Scroll',
  sol: 'Solana',
  sui: 'Sui',
  ton: 'TON',
  trx: 'TRON',
  xlm: 'Stellar',
  xmr: 'Monero',
  xrp: 'XRP Ledger',
  xvg: 'Verge',
  zec: 'Zcash',
  zksync: 'zkSync Era',
} as const satisfies Record<string, string>;
export type NetworkId = keyof typeof NETWORKS;

export const NETWORK_IDS = Object.keys(NETWORKS) as readonly NetworkId[];

export function isNetworkId(text: string): text is NetworkId {
  return Object.hasOwn(NETWORKS, text);
}

/** The network of a chain: test networks have none, because nothing there is worth a name. */
export function networkOfChain(chain: string): NetworkId | undefined {
  return isChainId(chain) && isNetworkId(chain) ? chain : undefined;
}
