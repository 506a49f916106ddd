import { bitcoin, bitcoinRegtest, bitcoinTest, EARLY_CHECKPOINTS } from './bitcoin.ts';
import { defineUtxoChain, type UtxoChain } from './utxo/chain-definition.ts';

/** Bitcoin Cash kept Bitcoin's genesis, block file magic and legacy addresses, and dropped segwit. */
function forkOf({ bech32: _, extendedKeys, ...parent }: UtxoChain) {
  const legacyKeys = extendedKeys.filter((key) => key.form === 'p2pkh');
  return { ...parent, symbol: 'BCH', extendedKeys: legacyKeys, p2sh32: true, cashTokens: true };
}

export const bitcoinCash = defineUtxoChain({
  ...forkOf(bitcoin),
  id: 'bch',
  name: 'Bitcoin Cash',
  cashaddr: 'bitcoincash',
  checkpoints: [
    ...EARLY_CHECKPOINTS,
    // First block after the split of 1 August 2017: distinguishes the two chains.
    { height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' },
  ],
});

export const bitcoinCashTest = defineUtxoChain({
  ...forkOf(bitcoinTest),
  id: 'bch-test',
  name: 'Bitcoin Cash testnet',
  cashaddr: 'bchtest',
});

export const bitcoinCashRegtest = defineUtxoChain({
  ...forkOf(bitcoinRegtest),
  id: 'bch-regtest',
  name: 'Bitcoin Cash regtest',
  cashaddr: 'bchreg',
});
