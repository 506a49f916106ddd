import { arbitrum, avalanche, base, bsc, type Chain, mainnet, optimism, polygon } from 'viem/chains';
import { expect, test } from 'vitest';
import { listAccountChains } from './account-catalogue.ts';

const ELSEWHERE: Readonly<Record<string, Chain>> = { arbitrum, avalanche, base, bsc, eth: mainnet, optimism, polygon };

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
