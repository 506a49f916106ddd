import { formatUnits } from '@trailmark/core/amount';
import { groupThousands, MINUS } from './amount.ts';
import { formatDay } from './time.ts';

const MICRO_PER_CENT = 10_000n;
const HALF_A_CENT = MICRO_PER_CENT / 2n;

/**
 * A value in two places, rounded half away from zero: "1,234.56". What would round to nothing keeps its millionths, and what
 * is less than those says so; only a true zero is "0.00".
 */
export function formatFiat(micro: bigint, withSign = false): string {
  const size = micro < 0n ? -micro : micro;
  const sign = micro < 0n ? MINUS : withSign && micro > 0n ? '+' : '';
  if (size > 0n && size < HALF_A_CENT) return `${sign}${formatUnits(size, 6).replace(/0+$/, '')}`;
  const [whole = '0', cents = ''] = formatUnits((size + HALF_A_CENT) / MICRO_PER_CENT, 2).split('.');
  return `${sign}${groupThousands(whole)}.${cents}`;
}

/** Price of one coin in all its places, at least two: "0.0505", "64,123.40". */
export function formatPrice(nano: bigint): string {
  const [whole = '0', places = ''] = formatUnits(nano, 9).split('.');
  return `${groupThousands(whole)}.${places.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** What an amount was to be priced by. */
export interface UnpricedMoment {
  readonly symbol: string;
  readonly network: string;
  readonly currency: string;
  /** Null while it is in no block. */
  readonly height: number | null;
  /** Seconds; null where the source carried none. */
  readonly time: number | null;
}

/** Why an amount has no value, in one sentence. */
export function explainNoPrice({ symbol, network, currency, height, time }: UnpricedMoment): string {
  if (network !== 'main') return 'Coins of a test network have no price.';
  if (height === null) return 'It is in no block yet, so there is no day to price it by.';
  if (time === null) return 'The source carried no time, so there is no day to price it by.';
  const day = formatDay(time);
  if (currency === 'USD') return `No USD price of ${symbol} on ${day}.`;
  return `No ${currency} price of ${symbol} on ${day}: the dollar price or the reference rate of that day is missing. There is no rate on weekends.`;
}
