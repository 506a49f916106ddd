import {
  type ChainTraits as Known,
  type AccountChainTraits as KnownAccounts,
  type OutputChainTraits as KnownOutputs,
  traitsOf as knownTraitsOf,
  listTraits as listKnown,
} from '@trailmark/chains/chain-traits';
import { type AccountChainId, type ChainId, isChainId, type OutputChainId } from '@trailmark/core/chain';

export type OutputChainTraits = KnownOutputs & { readonly folds: 'dust' };
export type AccountChainTraits = KnownAccounts & { readonly folds: 'noise' };
/** A chain as screens see it, with the rows that its lists fold away: ask what it can do, never of which family it is. */
export type ChainTraits = OutputChainTraits | AccountChainTraits;

function withFolds(traits: Known): ChainTraits {
  return traits.hasOutputs ? { ...traits, folds: 'dust' } : { ...traits, folds: 'noise' };
}

/** What a chain is called and what it can do. */
export function traitsOf(chain: OutputChainId): OutputChainTraits;
export function traitsOf(chain: AccountChainId): AccountChainTraits;
export function traitsOf(chain: ChainId): ChainTraits;
export function traitsOf(chain: ChainId): ChainTraits {
  return withFolds(knownTraitsOf(chain));
}

/** The chain of an id that may be anything, such as one from a file or from the address bar. */
export function findTraits(id: string): ChainTraits | undefined {
  return isChainId(id) ? traitsOf(id) : undefined;
}

/** All chains: those of outputs, then those of accounts. */
export function listTraits(): readonly ChainTraits[] {
  return listKnown().map(withFolds);
}
