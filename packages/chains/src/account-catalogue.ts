import { ACCOUNT_CHAIN_IDS, type AccountChainId, type ChainId } from '@trailmark/core/chain';
import type { AccountChain } from './account/chain-definition.ts';
import { arbitrum } from './arbitrum.ts';
import { avalanche } from './avalanche.ts';
import { base } from './base.ts';
import { bnbChain } from './bnb-chain.ts';
import { listChains } from './catalogue.ts';
import { ethereum } from './ethereum.ts';
import { ethereumDev } from './ethereum-dev.ts';
import { optimism } from './optimism.ts';
import { polygon } from './polygon.ts';
import { tron } from './tron.ts';

/** One entry a chain id, alphabetical; the type makes a missing or misspelt one a compile error. */
const CHAINS: Readonly<Record<AccountChainId, AccountChain>> = {
  arbitrum,
  avalanche,
  base,
  bsc: bnbChain,
  eth: ethereum,
  'eth-dev': ethereumDev,
  optimism,
  polygon,
  trx: tron,
};

/** The definition of an account chain; every id has one. */
export function getAccountChain(id: AccountChainId): AccountChain {
  return CHAINS[id];
}

/** All account chains, in the order of their ids. */
export function listAccountChains(): readonly AccountChain[] {
  return ACCOUNT_CHAIN_IDS.map(getAccountChain);
}

const NAMES = Object.fromEntries(
  [...listChains(), ...listAccountChains()].map(({ id, name }) => [id, name]),
) as Readonly<Record<ChainId, string>>;

/** The name people know a chain of either family by. */
export function chainName(id: ChainId): string {
  return NAMES[id];
}

const COINS = Object.fromEntries(
  [...listChains(), ...listAccountChains()].map(({ id, symbol, decimals }) => [id, { symbol, decimals }]),
) as Readonly<Record<ChainId, { readonly symbol: string; readonly decimals: number }>>;

/** What the coin of a chain of either family is called, and its decimal places. */
export function coinOfChain(id: ChainId): { readonly symbol: string; readonly decimals: number } {
  return COINS[id];
}
