import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { useMemo } from 'react';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import { assetsQuery } from '../../ledger-api.ts';
import type { HistoryPlace } from './history-place.ts';

const CHOICES = 100;

/** Assets of the address to choose from, as far as one page has them; requested only where they are needed. */
export function useAssetChoices(place: HistoryPlace, isNeeded: boolean) {
  const { data, error } = useInfiniteQuery({
    ...assetsQuery(place.chain, place.address, { limit: CHOICES }),
    enabled: isNeeded && traitsOf(place.chain).hasTokens,
  });
  return useMemo(() => {
    const first = data?.pages[0];
    return { assets: first?.items.map(({ asset }) => asset), total: first?.total ?? 0, hasFailed: error !== null };
  }, [data, error]);
}

/** The asset that amounts are of: where there are several, the one of the address bar. Undefined: none, or not known yet. */
export function useChosenAsset(place: HistoryPlace): AssetReference | undefined {
  const { chain, search } = place;
  const wanted = traitsOf(chain).hasTokens ? search.asset : chain;
  const isCoin = wanted === chain;
  const { assets } = useAssetChoices(place, wanted !== undefined && !isCoin);
  return useMemo(() => {
    if (wanted === undefined) return undefined;
    return isCoin ? coinOf(chain) : assets?.find(({ id }) => id === wanted);
  }, [wanted, isCoin, assets, chain]);
}
