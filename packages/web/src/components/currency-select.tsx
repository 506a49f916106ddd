import type { ValueSettings } from '../prices.ts';

export interface CurrencyProps {
  readonly values: Pick<ValueSettings, 'currency' | 'currencies' | 'choose'>;
}

/** The choice of the currency in which the page states values. */
export function CurrencySelect({ values: { currency, currencies, choose } }: CurrencyProps) {
  return (
    <select
      className="tm-zone tm-currency"
      aria-label="Currency of values"
      title="Show values in another currency"
      value={currency}
      onChange={(event) => choose(event.target.value)}
    >
      {currencies.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

/** The same choice above a table on phones, where the header that holds it is gone. */
export function CurrencyLine({ values }: CurrencyProps) {
  if (values.currencies.length < 2) return null;
  return (
    <p className="tm-currencyline tm-t3 tm-sm">
      Values in <CurrencySelect values={values} /> at the close of the day
    </p>
  );
}
