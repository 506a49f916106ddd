import { AppError } from '@trailmark/core/errors';
import { type CsvRecord, readCsvRecords } from './csv-records.ts';
import { quote } from './parse-price.ts';
import { definePriceSource, type ParseOptions, type PriceBatch } from './price-source.ts';
import { QuoteCollector } from './quote-collector.ts';
import { unzipSingle } from './unzip-single.ts';

const ID = 'ecb';
const FIRST_DAY = '2009-01-03';

function readCurrencies(header: CsvRecord | undefined): readonly string[] {
  const [first, ...titles] = header?.cells ?? [];
  const currencies = titles.filter((title) => title !== '');
  const wrong = currencies.find((title) => !/^[A-Z]{3}$/.test(title));
  if (first?.toLowerCase() === 'date' && currencies.length > 0 && wrong === undefined) return currencies;
  const found = wrong === undefined ? '' : ` ${quote(wrong)} is not a currency code.`;
  throw new AppError('invalid', `This is not a table of euro reference rates: "Date,USD,JPY,…" is expected.${found}`);
}

function addDay(collector: QuoteCollector, { line, cells }: CsvRecord, currencies: readonly string[]): void {
  const [date = '', ...values] = cells;
  // The rates go back to 1999, before there was a coin to price.
  if (/^\d{4}-/.test(date) && date < FIRST_DAY) return;
  const day = collector.checkDay(line, date);
  if (day === undefined) return;
  for (const [i, currency] of currencies.entries()) {
    const price = values[i] ?? '';
    if (price !== '' && price !== 'N/A') collector.addRate(line, { day, currency, price, source: ID });
  }
}

/** `Date,USD,JPY,…`: what one euro costs, newest day first, "N/A" where a currency had no rate, often a comma at the end. */
function parseRates(text: string, { today }: ParseOptions): PriceBatch {
  const records = readCsvRecords(text);
  const currencies = readCurrencies(records.next().value as CsvRecord | undefined);
  const collector = new QuoteCollector(today);
  for (const record of records) addDay(collector, record, currencies);
  return collector.finish();
}

/** Euro foreign exchange reference rates: through them a dollar close becomes one in another currency. */
export const ecbReferenceRates = definePriceSource({
  id: ID,
  name: 'Euro foreign exchange reference rates, European Central Bank',
  note: 'Set about 14:15 Central European Time on working days, for information. There is none on weekends and holidays: such days have no price in other currencies than the dollar.',
  parse: parseRates,
  refresh: {
    host: 'www.ecb.europa.eu',
    assets: [],
    firstDay: FIRST_DAY,
    listRequests: () => [{ url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip', asset: undefined }],
    unpack: (body) => unzipSingle(body),
  },
});
