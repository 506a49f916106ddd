import type { FiatValue } from '@trailmark/api/contract/price';
import type { ChainTraits } from '@trailmark/chains/chain-traits';
import { type AssetKey, NATIVE_ASSET, STATED_PRICE, STATED_USD, type VerifiedToken } from '@trailmark/core/asset';
import { dayOf, type PriceReader } from '@trailmark/core/price';
import { type BlockMoment, createPricer, type Pricer } from '../../knowledge/prices/pricer.ts';

/** Beyond it one unit of a token is worth nothing that can be counted. */
const MOST_DECIMALS = 77;
const NANO_PER_DOLLAR = 1_000_000_000n;

/** What assets of one chain were worth, in one currency. */
export interface AssetValues {
  /** Value at the close of the day of a block; null without a price, without trust in the token, or without decimals. */
  value(asset: AssetKey, amount: bigint, moment: BlockMoment): FiatValue | null;
  /** Value at the latest known close. */
  lastValue(asset: AssetKey, amount: bigint): FiatValue | null;
  readonly prices: { readonly version: string };
}

/** What a table states in dollars is a value already: millionths of a dollar. */
function statedValue(currency: string, micro: bigint, { time, timeEstimated }: BlockMoment): FiatValue | null {
  if (currency !== 'USD' || time === null) return null;
  const value = { currency, day: dayOf(time), priceNano: NANO_PER_DOLLAR, source: 'as the table states it', micro };
  return timeEstimated ? { ...value, dayEstimated: true } : value;
}

/** Throws `invalid` for a currency that cannot be requested. Only the coin and known tokens have a price. */
export function createAssetValues(
  { ticker: coinTicker, decimals: coinDecimals, network }: Pick<ChainTraits, 'ticker' | 'decimals' | 'network'>,
  prices: PriceReader,
  currency: string,
  verifiedOf: (asset: AssetKey) => VerifiedToken | undefined,
): AssetValues {
  const coin = createPricer(prices, { symbol: coinTicker ?? '', decimals: coinDecimals, network }, currency);
  const priced = coinTicker === undefined ? undefined : coin;
  const pricers = new Map<AssetKey, Pricer | undefined>([
    [NATIVE_ASSET, priced],
    [STATED_PRICE, priced],
  ]);

  function pricerOf(asset: AssetKey): Pricer | undefined {
    if (pricers.has(asset)) return pricers.get(asset);
    const { ticker, decimals = MOST_DECIMALS + 1 } = verifiedOf(asset) ?? {};
    const made =
      ticker !== undefined && decimals <= MOST_DECIMALS
        ? createPricer(prices, { symbol: ticker, decimals, network }, currency)
        : undefined;
    pricers.set(asset, made);
    return made;
  }

  return {
    value: (asset, amount, moment) =>
      asset === STATED_USD ? statedValue(currency, amount, moment) : (pricerOf(asset)?.value(amount, moment) ?? null),
    lastValue: (asset, amount) => pricerOf(asset)?.lastValue(amount) ?? null,
    prices: { version: coin.version },
  };
}
