import { type AccountChainId, type ChainId, isChainId, type OutputChainId } from '@trailmark/core/chain';
import type { AccountChain } from './account/chain-definition.ts';
import { listAccountChains } from './account-catalogue.ts';
import { listChains } from './catalogue.ts';
import type { UtxoChain } from './utxo/chain-definition.ts';

/** What every chain has, however it keeps its books. */
interface ChainFacts {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The coin in tables of prices; undefined where they have none. */
  readonly ticker: string | undefined;
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
  hasStatedBalances: false,
} as const;

/** What a chain of balances can do: it moves tokens as well as its coin, and contracts write logs. */
const ACCOUNTS = {
  family: 'accounts',
  hasOutputs: false,
  hasTokens: true,
  hasContracts: true,
  hasClusters: false,
  hasProofs: false,
  /** Its node answers the balance of any address. */
  hasStatedBalances: true,
} as const;

export type OutputChainTraits = ChainFacts & { readonly id: OutputChainId } & typeof OUTPUTS;
export type AccountChainTraits = ChainFacts & { readonly id: AccountChainId } & typeof ACCOUNTS;
/** A chain as every caller sees it: ask what it can do, never of which family it is. */
export type ChainTraits = OutputChainTraits | AccountChainTraits;

function ofOutputs({ id, name, symbol, decimals, network }: UtxoChain): OutputChainTraits {
  const facts = { id, name, symbol, decimals, ticker: symbol, hashPrefix: '' } as const;
  return { ...facts, network: network === 'main' ? 'main' : 'test', ...OUTPUTS };
}

function ofAccounts({ id, name, symbol, decimals, ticker, isTest, family }: AccountChain): AccountChainTraits {
  const hashPrefix = family === 'evm' ? '0x' : '';
  return { id, name, symbol, decimals, ticker, network: isTest ? 'test' : 'main', hashPrefix, ...ACCOUNTS };
}

/** All chains: those of outputs, then those of accounts. */
const TRAITS: readonly ChainTraits[] = [...listChains().map(ofOutputs), ...listAccountChains().map(ofAccounts)];
const BY_ID = Object.fromEntries(TRAITS.map((traits) => [traits.id, traits])) as Readonly<Record<ChainId, ChainTraits>>;

/** What a chain is called and what it can do. */
export function traitsOf(chain: OutputChainId): OutputChainTraits;
export function traitsOf(chain: AccountChainId): AccountChainTraits;
export function traitsOf(chain: ChainId): ChainTraits;
export function traitsOf(chain: ChainId): ChainTraits {
  return BY_ID[chain];
}

/** The chain of an id that may be anything, such as one from a file or from the address bar. */
export function findTraits(id: string): ChainTraits | undefined {
  return isChainId(id) ? traitsOf(id) : undefined;
}

/** All chains: those of outputs, then those of accounts. */
export function listTraits(): readonly ChainTraits[] {
  return TRAITS;
}
