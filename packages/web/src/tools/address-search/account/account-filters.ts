import type { Contract } from '@trailmark/api/contract';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { RouteInput } from '@trailmark/api/route';
import type { AccountChainId } from '@trailmark/core/chain';
import { formatMoveKind } from '../../../format/account-words.ts';
import { assetDecimals, describeAsset } from '../../../format/asset.ts';
import { type FilterChip, listFilterChips } from '../filter-chips.ts';
import { clearFilters, isFiltered, toHistoryQuery } from '../filters.ts';
import type { AccountPatch } from './account-place.ts';
import type { AccountHistorySearch } from './search.ts';

export type AccountHistoryQuery = Omit<
  Partial<RouteInput<Contract['listAddressTransactions']>['query']>,
  'cursor' | 'limit' | 'currency'
>;

/** Decimals that bound typed amounts: those of the one asset asked for; undefined while it is not known. */
export function filterDecimals(asset: AssetReference | undefined): number | undefined {
  return asset === undefined ? undefined : assetDecimals(asset);
}

/** The filters in the address bar as the server takes them; amounts need an asset, and are left out without one. */
export function toAccountQuery(search: AccountHistorySearch, asset: AssetReference | undefined): AccountHistoryQuery {
  const decimals = filterDecimals(asset);
  const bounds = search.asset === undefined || decimals === undefined ? { min: undefined, max: undefined } : {};
  const { tab: _, ...rest } = search;
  return {
    ...toHistoryQuery({ ...rest, ...bounds, tab: undefined }, decimals ?? 0),
    ...(search.asset !== undefined && { asset: search.asset }),
    ...(search.kind !== undefined && { kind: search.kind }),
    ...(search.nozero !== undefined && { withoutZero: search.nozero }),
  };
}

/** True when rows may be left out: any filter but the order. */
export function isAccountFiltered({ tab: _, ...search }: AccountHistorySearch): boolean {
  const { asset, kind, nozero } = search;
  return isFiltered({ ...search, tab: undefined }) || asset !== undefined || kind !== undefined || nozero !== undefined;
}

/** A patch of the address bar that ends all filters and keeps the rest. */
export function clearAccountFilters(): AccountPatch {
  return { ...clearFilters(), asset: undefined, kind: undefined, nozero: undefined };
}

/** The active filters in words. */
export function listAccountChips(
  { tab: _, ...search }: AccountHistorySearch,
  asset: AssetReference | undefined,
  chain: AccountChainId,
): readonly (Omit<FilterChip, 'keys' | 'id'> & { readonly id: string })[] {
  const decimals = filterDecimals(asset);
  const bounds = search.asset === undefined || decimals === undefined ? { min: undefined, max: undefined } : {};
  const symbol = asset === undefined ? '' : describeAsset(asset);
  return [
    ...(search.asset === undefined ? [] : [{ id: 'asset', text: symbol === '' ? search.asset : symbol }]),
    ...(search.kind === undefined ? [] : [{ id: 'kind', text: `Kind: ${formatMoveKind(search.kind, chain)}` }]),
    ...(search.nozero === undefined ? [] : [{ id: 'nozero', text: 'Without zero transfers' }]),
    ...listFilterChips({ ...search, ...bounds, tab: undefined }, { symbol, decimals: decimals ?? 0 }),
  ];
}
