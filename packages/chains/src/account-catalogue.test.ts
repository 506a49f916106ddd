import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { arbitrum, avalanche, base, bsc, mainnet, optimism, polygon } from 'viem/chains';
import { expect, test } from 'vitest';
import * as ofAccountCatalogue from './account-catalogue.ts';

const recorded = new WatchedResults();
const { listAccountChains } = recorded.watch(ofAccountCatalogue);

/** What is compared of a chain: the other library's own type would have the compiler compare how each chain writes its blocks. */
interface Elsewhere {
  readonly id: number;
  readonly nativeCurrency: { readonly decimals: number; readonly symbol: string };
}

const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  arbitrum,
  avalanche,
  base,
  bsc,
  eth: mainnet,
  optimism,
  polygon,
};

test('every public chain has the number, decimals and symbol under which another library knows it', () => {
  const own = listAccountChains().flatMap((chain) =>
    chain.family === 'evm' && !chain.isTest ? [[chain.id, chain.chainId, chain.decimals, chain.symbol]] : [],
  );
  const theirs = Object.entries(ELSEWHERE).map(([id, { id: number, nativeCurrency }]) => [
    id,
    number,
    nativeCurrency.decimals,
    nativeCurrency.symbol,
  ]);
  expect(own.sort()).toEqual(theirs.sort());
});

/**
 * From when SELFDESTRUCT no longer burns (the Cancun fork of each chain, as its node's genesis states it), and how many blocks make
 * one final where the node names none.
 */
const FORKS: Readonly<Record<string, readonly [cancun: number, finality: number]>> = {
  arbitrum: [1_710_424_089, 64],
  avalanche: [1_734_368_400, 1],
  base: [1_710_374_401, 64],
  bsc: [1_718_863_500, 15],
  eth: [1_710_338_135, 64],
  'eth-dev': [0, 64],
  optimism: [1_710_374_401, 64],
  polygon: [54_876_000, 128],
};

test('every EVM chain has the fork and the depth of finality of its node, TRON that of two thirds of its producers', () => {
  const own = listAccountChains().flatMap((chain) =>
    chain.family === 'evm' ? [[chain.id, [chain.cancunTime ?? chain.cancunHeight, chain.finalityDepth]]] : [],
  );
  expect(Object.fromEntries(own)).toEqual(FORKS);
  expect(listAccountChains().find(({ family }) => family === 'tron')?.finalityDepth).toBe(19);
});

test('only rollups of the OP stack have a fee of the chain below, and only Ethereum its hashes and a burned base fee', () => {
  const evm = listAccountChains().flatMap((chain) => (chain.family === 'evm' ? [chain] : []));
  const named = (has: (chain: (typeof evm)[number]) => boolean): string[] => evm.filter(has).map(({ id }) => id);
  expect(named(({ hasL1Fee }) => hasL1Fee)).toEqual(['base', 'optimism']);
  expect(named(({ hasEthereumHashes }) => hasEthereumHashes)).toEqual(['eth', 'eth-dev']);
  expect(named(({ feeRule }) => feeRule === 'base-fee-burned')).toEqual(['eth', 'eth-dev']);
  expect(named(({ isTest }) => isTest)).toEqual(['eth-dev']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-catalogue.txt');
});
