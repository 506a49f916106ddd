import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { ChainId } from '@trailmark/core/chain';
import { traitsOf } from './chain-traits.ts';

/** The coin of a chain as an asset: known without asking. */
export function coinOf(chain: ChainId): AssetReference {
  const { symbol, decimals, name } = traitsOf(chain);
  return {
    id: chain,
    kind: 'coin',
    contract: null,
    symbol,
    name,
    decimals,
    isVerified: true,
    imitates: null,
    standard: null,
  };
}
