import { useInfiniteQuery } from '@tanstack/react-query';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { useMemo } from 'react';
import { accountAssetsQuery } from '../../../account-api.ts';
import { coinOf } from '../../../components/account/coin-of.ts';
import type { AccountPlace } from './account-place.ts';

const CHOICES = 100;

/** Assets of the address to choose from, as far as one page holds them; asked only where they are needed. */
export function useAssetChoices(place: AccountPlace, isNeeded: boolean) {
  const { data, error } = useInfiniteQuery({
    ...accountAssetsQuery(place.chain, place.address, { limit: CHOICES }),
    enabled: isNeeded,
  });
  return useMemo(() => {
    const first = data?.pages[0];
    return { assets: first?.items.map(({ asset }) => asset), total: first?.total ?? 0, hasFailed: error !== null };
  }, [data, error]);
}

/** The asset the address bar asks for: undefined where it asks for none, or it is not known yet. */
export function useChosenAsset(place: AccountPlace): AssetReference | undefined {
  const wanted = place.search.asset;
  const isCoin = wanted === place.chain;
  const { assets } = useAssetChoices(place, wanted !== undefined && !isCoin);
  return useMemo(() => {
    if (wanted === undefined) return undefined;
    return isCoin ? coinOf(place.chain) : assets?.find(({ id }) => id === wanted);
  }, [wanted, isCoin, assets, place.chain]);
}
