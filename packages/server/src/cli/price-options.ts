import { AppError } from '@trailmark/core/errors';
import type { ColumnMapping } from '@trailmark/ingest/prices/price-source';

/** What `trailmark prices` is to do. */
export type PriceOptions =
  | { readonly action: 'list' }
  | {
      readonly action: 'import';
      readonly source: string;
      readonly file: string;
      /** Ticker, for files that do not name their coin. */
      readonly asset: string | undefined;
      readonly mapping: ColumnMapping;
    }
  | { readonly action: 'allow' | 'forbid'; readonly source: string }
  | { readonly action: 'refresh'; readonly source: string; readonly asset: string | undefined };

export const PRICE_HELP = `trailmark prices list
trailmark prices import <source> <file> [--asset <ticker>] [--columns date=Day,price=Close]
trailmark prices refresh <source> [--asset <ticker>]
trailmark prices allow <source>
trailmark prices forbid <source>

Lists the daily prices stored, adds those of a file, or asks a source for the days that are missing. A running server
takes them over at once. Sources: csv (date,asset,price[,currency][,source]), coinbase, binance, ecb (euro reference rates).

  --asset <ticker>   what the prices of the file are of, where it does not say; refresh: only this coin
  --columns <pairs>  columns of a csv file under other names: date, asset, price, currency, source

Nothing is requested over the network until "allow" turned the source on. Every request is logged in outbound.jsonl in the data
folder before it leaves.`;

const COLUMNS = ['date', 'asset', 'price', 'currency', 'source'] as const;

function refuse(sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help prices".`);
}

function toMapping(pairs: string | undefined): ColumnMapping {
  if (pairs === undefined) return {};
  return Object.fromEntries(
    pairs.split(',').map((pair) => {
      const [name = '', ...title] = pair.split('=');
      const column = COLUMNS.find((each) => each === name.trim());
      if (!column || title.length === 0) refuse('--columns takes pairs such as date=Day,price=Close.');
      return [column, title.join('=').trim()];
    }),
  );
}

function toAsset(text: string | undefined): string | undefined {
  const asset = text?.toUpperCase();
  if (asset === undefined || /^[A-Z0-9]{2,10}$/.test(asset)) return asset;
  return refuse('--asset takes a ticker such as BTC.');
}

const ACTIONS = ['import', 'refresh', 'allow', 'forbid'] as const;

function isAction(text: string): text is (typeof ACTIONS)[number] {
  return (ACTIONS as readonly string[]).includes(text);
}

/** Reads the words after `trailmark prices`. Throws `invalid` with the place of the help. */
export function parsePriceOptions(
  words: readonly string[],
  given: { readonly asset: string | undefined; readonly columns: string | undefined },
): PriceOptions {
  const [action = 'list', source, file, ...more] = words;
  const asset = toAsset(given.asset);
  if (more.length > 0) refuse(`"${more[0]}" is one word too many.`);
  if (action === 'list') return source === undefined ? { action } : refuse(`"${source}" is not understood.`);
  if (!isAction(action)) return refuse(`Prices have no action "${action.slice(0, 40)}".`);
  if (source === undefined) return refuse('Which source? csv, coinbase, binance or ecb.');
  if (action === 'allow' || action === 'forbid')
    return file === undefined ? { action, source } : refuse(`"${file}" is not understood.`);
  if (action === 'refresh')
    return file === undefined ? { action, source, asset } : refuse(`"${file}" is not understood.`);
  if (file === undefined) return refuse('Which file?');
  return { action, source, file, asset, mapping: toMapping(given.columns) };
}
