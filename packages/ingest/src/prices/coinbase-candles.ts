import { AppError } from '@trailmark/core/errors';
import { dayFromStart, dayStart, parseJsonLists } from './json-list.ts';
import { definePriceSource, type ParseOptions, type PriceBatch, type RefreshRequest } from './price-source.ts';
import { QuoteCollector } from './quote-collector.ts';

const ID = 'coinbase';
const HOST = 'api.exchange.coinbase.com';
const DAY = 86_400;
/** Candles of one answer. */
const PAGE = 300;

/** `[[time, low, high, open, close, volume], …]` in seconds, newest first; the answer does not name its pair. */
function parseCandles(text: string, { today, asset }: ParseOptions): PriceBatch {
  if (asset === undefined)
    throw new AppError('invalid', 'Coinbase candles do not say which coin they are of: name it.');
  const collector = new QuoteCollector(today);
  for (const [i, candle] of parseJsonLists(text, 'daily candles').entries()) {
    const day = candle && dayFromStart(candle[0] ?? '', 1);
    if (!candle || day === undefined || candle.length < 5) {
      collector.refuse(
        i + 1,
        'This is not a daily candle: [time of 00:00 UTC in seconds, low, high, open, close] is expected',
      );
      continue;
    }
    collector.add({ line: i + 1, day, asset, currency: 'USD', price: candle[4] ?? '', source: ID });
  }
  return collector.finish();
}

function toTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19);
}

function listRequests(asset: string | undefined, fromDay: string, toDay: string): readonly RefreshRequest[] {
  const requests: RefreshRequest[] = [];
  const last = dayStart(toDay);
  for (let from = dayStart(fromDay); from <= last; from += PAGE * DAY) {
    const to = Math.min(last, from + (PAGE - 1) * DAY);
    const query = `granularity=${DAY}&start=${toTime(from)}Z&end=${toTime(to)}Z`;
    requests.push({ url: `https://${HOST}/products/${asset}-USD/candles?${query}`, asset });
  }
  return requests;
}

/** Daily candles of Coinbase Exchange against the dollar. Documented at docs.cdp.coinbase.com, "Get product candles". */
export const coinbaseCandles = definePriceSource({
  id: ID,
  name: 'Coinbase Exchange daily candles',
  note: 'Close of the UTC day on one exchange, in US dollars. Days without a trade have no candle.',
  parse: parseCandles,
  refresh: { host: HOST, assets: ['BTC', 'ETH', 'LTC', 'BCH', 'DOGE'], firstDay: '2015-07-20', listRequests },
});
