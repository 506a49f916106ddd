import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '@trailmark/core/errors';

/** A day's figure as text of dollars, from one source. */
export interface DayPrice {
  readonly day: string;
  readonly asset: string;
  readonly price: string;
  readonly source: string;
}

/** Rows under an MIT licence: daily closes of `yahoo/<TICKER>.csv` with the columns Date and Close. */
export const MIT_SOURCE = 'benjaminpo_yahoo';
/** The same for the days after those, of `ohlcv/<TICKER>.csv`. */
export const LATER_MIT_SOURCE = 'mario_so_yahoo';
/** Answers of a price feed contract: facts of a public ledger. */
export const FEED_SOURCE = 'chainlink_arbitrum';

/** Last day whose close the MIT files state; the file was written on it, so it may be a price of the day instead. */
const MIT_END = '2022-02-14';
/**
 * Day of which the later MIT files were written first, with all closes before it. From then on each day was added an hour before it
 * ended, so that its figure is no close.
 */
const LATER_MIT_END = '2025-04-16';
const LATER_ASSETS = ['BTC', 'ETH'] as const;
/** Assets whose MIT file is used from a day on: before it the file differs from the exchange that first traded the coin. */
const MIT_FROM: Readonly<Record<string, string>> = {
  ...{
    BTC: '2014-09-17',
    LTC: '2014-09-17',
    BCH: '2017-11-09',
    DOGE: '2017-11-09',
    ETH: '2017-11-09',
    TRX: '2017-11-09',
  },
  ...{
    BNB: '2017-11-09',
    LINK: '2017-11-09',
    USDT: '2017-11-09',
    USDC: '2018-10-09',
    AVAX: '2020-09-22',
    AAVE: '2020-10-05',
  },
};
const FEEDS = ['USDC', 'USDT'] as const;
const DAY_SECONDS = 86_400;
/** The feeds state a price at least every 24 hours; an answer older than this would be a feed that stopped. */
const MOST_AGE = 25 * 3_600;
const FEED_DECIMALS = 8;

function readTable(file: string): Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

interface Closes {
  readonly path: string;
  readonly asset: string;
  readonly source: string;
  readonly from: string;
  /** The first day that is left out. */
  readonly until: string;
}

function readCloses(folder: string, { path, asset, source, from, until }: Closes): DayPrice[] {
  const file = join(folder, path);
  assert(existsSync(file), `The source has no ${path}.`);
  return readTable(file).flatMap(({ Date: day = '', Close: close = '' }) =>
    close !== '' && day >= from && day < until ? [{ day, asset, price: Number(close).toFixed(9), source }] : [],
  );
}

/** Closes of the MIT files of a folder, for the days on which they replace those of other sources. */
export function readMitCloses(folder: string): DayPrice[] {
  const earlier = Object.entries(MIT_FROM).flatMap(([asset, from]) =>
    readCloses(folder, { path: `yahoo/${asset}.csv`, asset, source: MIT_SOURCE, from, until: MIT_END }),
  );
  const later = LATER_ASSETS.flatMap((asset) =>
    readCloses(folder, {
      ...{ path: `ohlcv/${asset}.csv`, asset, source: LATER_MIT_SOURCE },
      ...{ from: MIT_END, until: LATER_MIT_END },
    }),
  );
  return [...earlier, ...later];
}

/** What each feed stated at 24:00 UTC of each day, from its rounds in `chainlink/<TICKER>.csv` (price, updatedAt). */
export function readFeedAnswers(folder: string): DayPrice[] {
  return FEEDS.flatMap((asset) => {
    const rounds = readTable(join(folder, 'chainlink', `${asset}.csv`))
      .map(({ price = '', updatedAt = '' }) => ({ price: BigInt(price), at: Number(updatedAt) }))
      .sort((a, b) => a.at - b.at);
    return listDays(rounds).map(({ day, price }) => ({ day, asset, price: toDecimal(price), source: FEED_SOURCE }));
  });
}

interface Round {
  readonly price: bigint;
  readonly at: number;
}

function listDays(rounds: readonly Round[]): { day: string; price: bigint }[] {
  const found: { day: string; price: bigint }[] = [];
  const [first, last] = [rounds[0]?.at ?? 0, rounds.at(-1)?.at ?? 0];
  let next = 0;
  for (let end = (Math.floor(first / DAY_SECONDS) + 1) * DAY_SECONDS; end <= last; end += DAY_SECONDS) {
    while ((rounds[next]?.at ?? Number.POSITIVE_INFINITY) < end) next++;
    const standing = rounds[next - 1];
    if (standing && end - standing.at <= MOST_AGE) found.push({ day: toDay(end - 1), price: standing.price });
  }
  return found;
}

function toDecimal(answer: bigint): string {
  const digits = answer.toString().padStart(FEED_DECIMALS + 1, '0');
  return `${digits.slice(0, -FEED_DECIMALS)}.${digits.slice(-FEED_DECIMALS)}`;
}
