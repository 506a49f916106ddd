import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { PriceReader, PriceRow } from '@trailmark/core/price';
import { describePriceSource } from '@trailmark/ingest/prices/catalogue';

type DailyPrices = RouteOutput<Contract['getDailyPrices']>;
type AssetRow = RouteOutput<Contract['listPrices']>['assets'][number];

const DAY_MS = 86_400_000;

function spanDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

function countSources(rows: readonly PriceRow[]): AssetRow['sources'] {
  const counts = new Map<string, number>();
  for (const { source } of rows) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts].map(([id, days]) => ({ id, name: describePriceSource(id).name, days }));
}

/** Span, missing days inside it and sources of an asset's dollar closes; undefined where it has none. */
export function summariseAsset(prices: PriceReader, asset: string): AssetRow | undefined {
  const rows = prices.rows(asset, 'USD');
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const missingDays = spanDays(first.day, last.day) - rows.length;
  return {
    asset,
    fromDay: first.day,
    toDay: last.day,
    days: rows.length,
    missingDays,
    sources: countSources(rows),
  };
}

function getPriceRows(prices: PriceReader, asset: string, currency: string): readonly PriceRow[] {
  if (!prices.assets.includes(asset)) {
    const known = prices.assets.join(', ') || 'none';
    throw new AppError('not-found', `This server has no prices of ${asset}. Assets it has: ${known}.`);
  }
  if (!prices.currencies.includes(currency)) {
    const known = prices.currencies.join(', ');
    throw new AppError('invalid', `This server has no values in ${currency}. Currencies it has: ${known}.`);
  }
  return prices.rows(asset, currency);
}

/** Daily closes of an asset, each with its source. Throws `not-found` for an unknown asset, `invalid` for an unknown currency. */
export function readDailyPrices(
  reader: PriceReader,
  asset: string,
  { currency, fromDay, toDay }: RouteInput<Contract['getDailyPrices']>['query'],
): DailyPrices {
  const isWanted = ({ day }: PriceRow): boolean => day >= (fromDay ?? '') && day <= (toDay ?? '9999-12-31');
  const rows = getPriceRows(reader, asset, currency).filter(isWanted);
  const others = (reader.others?.(asset, currency) ?? []).filter(isWanted);
  const ids = [...new Set([...rows, ...others].map(({ source }) => source))];
  const indexes = new Map(ids.map((id, i) => [id, i]));
  const toTuple = ({ day, nano, source }: PriceRow): DailyPrices['rows'][number] => [
    day,
    nano,
    indexes.get(source) ?? 0,
  ];
  return {
    prices: { version: reader.version },
    asset,
    currency,
    sources: ids.map((id) => ({ id, ...describePriceSource(id) })),
    rows: rows.map(toTuple),
    others: others.map(toTuple),
  };
}
