import { formatUnits } from '@trailmark/core/amount';
import type { StatementAsset } from '@trailmark/core/statement/statement';
import { formatMoney, groupDigits } from '../../request-packet-figures.ts';

/** More places than this are shown without zeros at their end, never without digits. */
const MANY_PLACES = 8;

/** An amount for people: thousands apart, a minus sign as printed. */
export function showAmount(units: bigint, { decimals }: StatementAsset): string {
  const size = formatUnits(units < 0n ? -units : units, decimals);
  const short = decimals > MANY_PLACES ? size.replace(/\.?0+$/, '') : size;
  return `${units < 0n ? '−' : ''}${groupDigits(short === '' ? '0' : short)}`;
}

/** Money for people, without its sign. */
export function showMoney(micro: bigint | undefined): string {
  return micro === undefined ? '–' : formatMoney(micro < 0n ? -micro : micro);
}
