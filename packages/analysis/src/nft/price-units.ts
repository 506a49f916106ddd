import type { AccountKey } from '@trailmark/core/account-block';
import { STATED_PRICE } from '@trailmark/core/asset';
import { BLUR_POOL } from '../protocols/blur-v2.ts';

/** What a price in an asset is counted in: coin, wrapped coin, coin in the pool of a market and a stated price are all coin (''). */
export function unitOfPrices(wrappedCoin: string | undefined): (asset: string) => string {
  const coins = new Set(['', STATED_PRICE, BLUR_POOL, wrappedCoin ?? '']);
  return (asset) => (coins.has(asset) ? '' : asset);
}

/** Contracts that turn one form of coin into another: what they pay out is their caller's own. */
export function isConverter(address: AccountKey, wrappedCoin: string | undefined): boolean {
  return address === BLUR_POOL || address === wrappedCoin;
}
