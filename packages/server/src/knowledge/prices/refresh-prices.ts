import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { dayOf } from '@trailmark/core/price';
import type { PriceBatch, PriceRefresh, PriceSource } from '@trailmark/ingest/prices/price-source';
import { readQuoteFiles } from '@trailmark/store/prices/price-files';
import { guardedFetch, type OutboundDeps } from '../../outbound/guarded-fetch.ts';

export interface RefreshDeps extends OutboundDeps {
  readonly say: (line: string) => void;
  readonly now: () => Date;
}

const DAY_SECONDS = 86_400;

/** Name under which whoever runs the server allows a price source to be queried. */
export function outboundId({ id }: PriceSource): string {
  return `prices-${id}`;
}

function addDays(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) / 1_000 + count * DAY_SECONDS);
}

function chooseAssets(
  { assets }: PriceRefresh,
  source: PriceSource,
  asset: string | undefined,
): readonly (string | undefined)[] {
  if (assets.length === 0) return [undefined];
  if (asset === undefined) return assets;
  if (assets.includes(asset)) return [asset];
  throw new AppError('invalid', `${source.name} is not used for ${asset}. Coins it is used for: ${assets.join(', ')}.`);
}

/** First day that the source's own file does not hold after its last one. */
function nextDay(dataDir: string, source: PriceSource, asset: string | undefined): string | undefined {
  const set = readQuoteFiles(join(dataDir, 'prices')).get(source.id);
  const days = (set?.quotes ?? []).filter((row) => row.asset === asset).map(({ day }) => day);
  const last = days.sort().at(-1);
  return last === undefined ? undefined : addDays(last, 1);
}

/** How a source is queried. Throws `invalid` for one that is only imported. */
export function getRefresh({ name, refresh }: PriceSource): PriceRefresh {
  if (refresh) return refresh;
  throw new AppError('invalid', `${name} cannot be requested over the network. Import a file instead.`);
}

/**
 * Asks a source for the days since its last one, and gives its answers one by one, so that what came before a failure is
 * kept. Throws `invalid` for a source that is only imported, and whatever the guard refuses.
 */
export async function* refreshPrices(
  source: PriceSource,
  asset: string | undefined,
  deps: RefreshDeps,
): AsyncGenerator<PriceBatch> {
  const refresh = getRefresh(source);
  if (!refresh)
    throw new AppError('invalid', `${source.name} cannot be requested over the network. Import a file instead.`);
  const today = dayOf(deps.now().getTime() / 1_000);
  const yesterday = addDays(today, -1);
  for (const each of chooseAssets(refresh, source, asset)) {
    const from = nextDay(deps.dataDir, source, each) ?? refresh.firstDay;
    const requests = refresh.listRequests(each, from, yesterday);
    if (requests.length === 0) deps.say(`${each ?? source.name}: nothing is missing up to ${yesterday}.`);
    for (const request of requests) {
      const body = await guardedFetch({ source: outboundId(source), host: refresh.host, url: request.url }, deps);
      const text = refresh.unpack ? refresh.unpack(body) : Buffer.from(body).toString('utf8');
      const batch = source.parse(text, { today, asset: request.asset });
      // Before a coin was listed, and on days without trades, an answer is empty: that is no failure.
      if (batch.quotes.length + batch.rates.length + batch.refusedCount > 0) yield batch;
    }
  }
}
