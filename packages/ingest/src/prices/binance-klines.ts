import { AppError } from '@trailmark/core/errors';
import { dayFromStart, dayStart, parseJsonLists } from './json-list.ts';
import { definePriceSource, type ParseOptions, type PriceBatch, type RefreshRequest } from './price-source.ts';
import { QuoteCollector } from './quote-collector.ts';

const ID = 'binance';
const HOST = 'data-api.binance.vision';
const DAY = 86_400;
/** Candles of one answer. */
const PAGE = 1_000;

/** `[[openTime, open, high, low, close, …], …]` in milliseconds, prices as text; the answer does not name its pair. */
function parseKlines(text: string, { today, asset }: ParseOptions): PriceBatch {
  if (asset === undefined) throw new AppError('invalid', 'Binance klines do not say which coin they are of: name it.');
  const collector = new QuoteCollector(today);
  for (const [i, candle] of parseJsonLists(text, 'daily klines').entries()) {
    const day = candle && dayFromStart(candle[0] ?? '', 1_000);
    if (!candle || day === undefined || candle.length < 5) {
      collector.refuse(
        i + 1,
        'This is not a daily kline: [time of 00:00 UTC in milliseconds, open, high, low, close] is expected',
      );
      continue;
    }
    collector.add({ line: i + 1, day, asset, currency: 'USD', price: candle[4] ?? '', source: ID });
  }
  return collector.finish();
}

function listRequests(asset: string | undefined, fromDay: string, toDay: string): readonly RefreshRequest[] {
  const requests: RefreshRequest[] = [];
  for (let from = dayStart(fromDay); from <= dayStart(toDay); from += PAGE * DAY) {
    const query = `symbol=${asset}USDT&interval=1d&startTime=${from * 1_000}&limit=${PAGE}`;
    requests.push({ url: `https://${HOST}/api/v3/klines?${query}`, asset });
  }
  return requests;
}

/** Daily candles of Binance against Tether. Documented at developers.binance.com, "Kline/Candlestick data". */
export const binanceKlines = definePriceSource({
  id: ID,
  name: 'Binance daily klines',
  note: 'Close of the UTC day on one exchange, in Tether (USDT) counted as dollars: the two differed by up to some per cent on bad days.',
  parse: parseKlines,
  refresh: { host: HOST, assets: ['BTC', 'ETH', 'LTC', 'BCH', 'DOGE', 'TRX'], firstDay: '2017-08-17', listRequests },
});
