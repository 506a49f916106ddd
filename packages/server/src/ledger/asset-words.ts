import { traitsOf } from '@trailmark/chains/chain-traits';
import type { TokenReader } from '@trailmark/core/asset';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { coinOf, findAssetKey } from '@trailmark/core/ledger';

export interface AssetWords {
  readonly symbol: string;
  readonly decimals: number;
}

/** What an asset is called; undefined for a token that nobody here knows. */
export function describeAsset(tokens: TokenReader, chain: ChainId, asset: string): AssetWords | undefined {
  if (asset === coinOf(chain)) return traitsOf(chain);
  const key = findAssetKey(chain, asset);
  const token = key === undefined ? undefined : tokens.find(chain as AccountChainId, key);
  return token && { symbol: token.symbol, decimals: token.decimals };
}
