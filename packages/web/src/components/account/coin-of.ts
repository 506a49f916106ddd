import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';

/** The coin of a chain as an asset: known without asking. */
export function coinOf(chain: AccountChainId): AssetReference {
  const { symbol, decimals, name } = getAccountChain(chain);
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
