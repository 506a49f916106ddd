import { OUTPUT_CHAIN_IDS, type OutputChainId } from '@trailmark/core/chain';
import { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTest } from './bitcoin.ts';
import { bitcoinCash, bitcoinCashRegtest, bitcoinCashTest } from './bitcoin-cash.ts';
import { dogecoin, dogecoinRegtest, dogecoinTest } from './dogecoin.ts';
import { litecoin, litecoinRegtest, litecoinTest } from './litecoin.ts';
import type { UtxoChain } from './utxo/chain-definition.ts';

/** One entry a chain id, alphabetical; the type makes a missing or misspelt one a compile error. */
const CHAINS: Readonly<Record<OutputChainId, UtxoChain>> = {
  bch: bitcoinCash,
  'bch-regtest': bitcoinCashRegtest,
  'bch-test': bitcoinCashTest,
  btc: bitcoin,
  'btc-regtest': bitcoinRegtest,
  'btc-signet': bitcoinSignet,
  'btc-test': bitcoinTest,
  doge: dogecoin,
  'doge-regtest': dogecoinRegtest,
  'doge-test': dogecoinTest,
  ltc: litecoin,
  'ltc-regtest': litecoinRegtest,
  'ltc-test': litecoinTest,
};

/** The definition of a chain; every id has one. */
export function getChain(id: OutputChainId): UtxoChain {
  return CHAINS[id];
}

/** All chains, in the order of their ids. */
export function listChains(): readonly UtxoChain[] {
  return OUTPUT_CHAIN_IDS.map(getChain);
}

const SYMBOL_ORDER = ['BTC', 'LTC', 'DOGE', 'BCH'];
const NETWORK_ORDER = ['main', 'test', 'signet', 'regtest'];

/**
 * Of several chains that a text fits, the one to name to somebody who expected `chain`: the same coin first, then the
 * best known. Undefined for none.
 */
export function findNearestChain(chain: UtxoChain, others: readonly UtxoChain[]): UtxoChain | undefined {
  const rank = ({ symbol, network }: UtxoChain): number =>
    (symbol === chain.symbol ? -1 : SYMBOL_ORDER.indexOf(symbol)) * NETWORK_ORDER.length +
    NETWORK_ORDER.indexOf(network);
  return others.toSorted((a, b) => rank(a) - rank(b))[0];
}
