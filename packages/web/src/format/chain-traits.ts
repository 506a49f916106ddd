import { getAccountChain, listAccountChains } from '@trailmark/chains/account-catalogue';
import { getChain, listChains } from '@trailmark/chains/catalogue';
import {
  type AccountChainId,
  type ChainId,
  isAccountChainId,
  isChainId,
  type OutputChainId,
} from '@trailmark/core/chain';

/** What every chain has, however it keeps its books. */
interface ChainFacts {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Coins of a test network have no price. */
  readonly network: 'main' | 'test';
  /** What people write before a hash: "0x", or nothing. */
  readonly hashPrefix: '' | '0x';
}

/** What a chain whose transactions spend outputs can do: its addresses join in clusters, its blocks prove transactions. */
const OUTPUTS = {
  family: 'outputs',
  hasOutputs: true,
  hasTokens: false,
  hasContracts: false,
  hasClusters: true,
  hasProofs: true,
  folds: 'dust',
} as const;

/** What a chain of balances can do: it moves tokens as well as its coin, and contracts write logs. */
const ACCOUNTS = {
  family: 'accounts',
  hasOutputs: false,
  hasTokens: true,
  hasContracts: true,
  hasClusters: false,
  hasProofs: false,
  folds: 'noise',
} as const;

export type OutputChainTraits = ChainFacts & { readonly id: OutputChainId } & typeof OUTPUTS;
export type AccountChainTraits = ChainFacts & { readonly id: AccountChainId } & typeof ACCOUNTS;
/** A chain as screens see it: ask what it can do, never of which family it is. */
export type ChainTraits = OutputChainTraits | AccountChainTraits;

function ofOutputs(id: OutputChainId): OutputChainTraits {
  const { name, symbol, decimals, network } = getChain(id);
  return { id, name, symbol, decimals, network: network === 'main' ? 'main' : 'test', hashPrefix: '', ...OUTPUTS };
}

function ofAccounts(id: AccountChainId): AccountChainTraits {
  const { name, symbol, decimals, isTest, family } = getAccountChain(id);
  const hashPrefix = family === 'evm' ? '0x' : '';
  return { id, name, symbol, decimals, network: isTest ? 'test' : 'main', hashPrefix, ...ACCOUNTS };
}

/** What a chain is called and what it can do. This file is the one place of the page that asks for the family of a chain. */
export function traitsOf(chain: OutputChainId): OutputChainTraits;
export function traitsOf(chain: AccountChainId): AccountChainTraits;
export function traitsOf(chain: ChainId): ChainTraits;
export function traitsOf(chain: ChainId): ChainTraits {
  return isAccountChainId(chain) ? ofAccounts(chain) : ofOutputs(chain);
}

/** The chain of an id that may be anything, such as one from a file or from the address bar. */
export function findTraits(id: string): ChainTraits | undefined {
  return isChainId(id) ? traitsOf(id) : undefined;
}

/** All chains: those of outputs, then those of accounts. */
export function listTraits(): readonly ChainTraits[] {
  return [...listChains().map(({ id }) => ofOutputs(id)), ...listAccountChains().map(({ id }) => ofAccounts(id))];
}
