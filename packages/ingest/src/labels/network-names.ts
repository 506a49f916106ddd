import type { RefusedLabel } from '@trailmark/core/label';
import { isNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from '@trailmark/core/network';

/** Names and tickers under which sources know networks, lower case. */
const ALIASES: Readonly<Record<string, NetworkId>> = {
  aptos: 'apt',
  algorand: 'algo',
  arb: 'arbitrum',
  'arbitrum one': 'arbitrum',
  avax: 'avalanche',
  bep2: 'bnb',
  bep20: 'bsc',
  binance: 'bsc',
  bitcoin: 'btc',
  bitcoincash: 'bch',
  'bnb smart chain': 'bsc',
  cardano: 'ada',
  cosmos: 'atom',
  dogecoin: 'doge',
  era: 'zksync',
  erc20: 'eth',
  ethereum: 'eth',
  ethereumclassic: 'etc',
  ftm: 'fantom',
  litecoin: 'ltc',
  mainnet: 'eth',
  matic: 'polygon',
  monero: 'xmr',
  op: 'optimism',
  opt: 'optimism',
  polkadot: 'dot',
  pol: 'polygon',
  ripple: 'xrp',
  solana: 'sol',
  stellar: 'xlm',
  toncoin: 'ton',
  trc20: 'trx',
  tron: 'trx',
  xbt: 'btc',
  xdai: 'gnosis',
  zcash: 'zec',
};

/** Networks by the number EIP-155 gives them. */
const CHAIN_NUMBERS: Readonly<Record<string, NetworkId>> = {
  '1': 'eth',
  '10': 'optimism',
  '25': 'cronos',
  '56': 'bsc',
  '61': 'etc',
  '100': 'gnosis',
  '137': 'polygon',
  '250': 'fantom',
  '324': 'zksync',
  '5000': 'mantle',
  '8453': 'base',
  '42161': 'arbitrum',
  '42220': 'celo',
  '43114': 'avalanche',
  '59144': 'linea',
  '534352': 'scroll',
};

const NAMES = new Map<string, NetworkId>(NETWORK_IDS.map((id) => [NETWORKS[id].toLowerCase(), id]));

/** The network a source means by a name, ticker or EIP-155 number, in any letter case; undefined if it is not known here. */
export function findNetwork(name: string): NetworkId | undefined {
  const lower = name.trim().toLowerCase();
  if (isNetworkId(lower)) return lower;
  if (Object.hasOwn(ALIASES, lower)) return ALIASES[lower];
  return Object.hasOwn(CHAIN_NUMBERS, lower) ? CHAIN_NUMBERS[lower] : NAMES.get(lower);
}

/** A row whose network is not known: one reason for all of them, and the name next to the address. */
export function refuseNetwork(name: string, address: string, line: number | undefined): RefusedLabel {
  return { line, text: `${address.slice(0, 200)} (${name.slice(0, 40)})`, reason: 'its network is not known here' };
}
