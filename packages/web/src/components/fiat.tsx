import type { DayPrice } from '@trailmark/api/contract/price';
import { explainNoPrice, formatFiat, formatPrice, type UnpricedMoment } from '../format/fiat.ts';
import type { ValueSettings } from '../prices.ts';
import { CurrencySelect } from './currency-select.tsx';
import { Missing } from './missing.tsx';

export interface FiatProps {
  /** Millionths of the currency; null: there is no price to compute it with. */
  readonly micro: bigint | null;
  /** What it was computed with. */
  readonly price: DayPrice | null;
  /** What is priced: says why, where there is no price. */
  readonly moment: Omit<UnpricedMoment, 'currency'>;
  readonly values: Pick<ValueSettings, 'currency' | 'nameSource'>;
  /** '+' or U+2212: net movements only. */
  readonly signed?: boolean;
  /** In columns whose header names the currency, it shows on phones only. */
  readonly aligned?: boolean;
}

/** "Close of 2011-01-05: 0.30 USD for 1 BTC, MtGox daily closes". */
export function describePrice(price: DayPrice, symbol: string, nameSource: ValueSettings['nameSource']): string {
  const day = price.dayEstimated ? `${price.day} (the day is estimated)` : price.day;
  return `Close of ${day}: ${formatPrice(price.priceNano)} ${price.currency} for 1 ${symbol}. ${nameSource(price.source)}`;
}

/** A value at the time, quieter than the amount it belongs to; without a price it is words. */
export function Fiat({ micro, price, moment, values, signed = false, aligned = false }: FiatProps) {
  if (micro === null || price === null) {
    return <Missing reason={explainNoPrice({ ...moment, currency: values.currency })}>no price</Missing>;
  }
  return (
    <span className="tm-fiat" title={describePrice(price, moment.symbol, values.nameSource)}>
      {formatFiat(micro, signed)}
      <small className={aligned ? 'tm-narrow' : undefined}> {price.currency}</small>
      {price.dayEstimated && (
        <abbr className="tm-est" title="The time of the block is an estimate, so the price may be that of another day.">
          est.
        </abbr>
      )}
    </span>
  );
}

/** "USD then": the header of a column of values, and the choice of currency where there is one. */
export function FiatHeader({ values }: { readonly values: ValueSettings }) {
  if (values.currencies.length < 2) return <>{values.currency} then</>;
  return (
    <>
      <CurrencySelect values={values} /> then
    </>
  );
}
