import type { ChainId } from '@trailmark/core/chain';

/** Networks as protocols name them, in lower case, and the chain of this software each one is. */
const CHAINS: ReadonlyMap<string, ChainId> = new Map([
  ['arb', 'arbitrum'],
  ['arbitrum', 'arbitrum'],
  ['arbitrum one', 'arbitrum'],
  ['avalanche', 'avalanche'],
  ['avalanche c-chain', 'avalanche'],
  ['avax', 'avalanche'],
  ['base', 'base'],
  ['bch', 'bch'],
  ['binance smart chain', 'bsc'],
  ['bitcoin', 'btc'],
  ['bitcoin cash', 'bch'],
  ['bnb chain', 'bsc'],
  ['bnb smart chain', 'bsc'],
  ['bsc', 'bsc'],
  ['btc', 'btc'],
  ['doge', 'doge'],
  ['dogecoin', 'doge'],
  ['eth', 'eth'],
  ['ethereum', 'eth'],
  ['litecoin', 'ltc'],
  ['ltc', 'ltc'],
  ['matic', 'polygon'],
  ['op mainnet', 'optimism'],
  ['optimism', 'optimism'],
  ['polygon', 'polygon'],
  ['polygon pos', 'polygon'],
  ['tron', 'trx'],
  ['trx', 'trx'],
]);

/** The chain a protocol means by a network's name; undefined where this software reads no such chain. */
export function chainOfNetwork(network: string): ChainId | undefined {
  return CHAINS.get(network.trim().toLowerCase());
}
