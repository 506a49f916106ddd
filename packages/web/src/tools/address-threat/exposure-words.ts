import type { AssetExposure, ExposureSide } from '@trailmark/core/screening/exposure';
import { formatAmount } from '../../format/amount.ts';
import { WAY_WORDS } from './threat-words.ts';

/** What limits the figures of one direction, in sentences; gaps are in the list of what was not read. */
export function describeRead(
  { way, added, isPartial }: ExposureSide,
  { decimals, symbol }: Pick<AssetExposure, 'decimals' | 'symbol'>,
): readonly string[] {
  const word = WAY_WORDS[way];
  return [
    ...(added > 0n
      ? [
          `An upper bound: the method also counts ${formatAmount(added, decimals)} ${symbol} that did not come from the subject (${word}).`,
        ]
      : []),
    ...(isPartial
      ? [`Partial: the limit of transactions ended the search of what it ${word}. Raise the limit to read on.`]
      : []),
  ];
}

/** What figures behind trades are shares of. */
export function describeTrade({ symbol, tradedFrom }: Pick<AssetExposure, 'symbol' | 'tradedFrom'>): readonly string[] {
  if (tradedFrom === undefined) return [];
  const name = symbol.slice(0, 12);
  return [`Trades on the way led to ${name}. Totals and shares are of what was traded, not of all that moved.`];
}

/** Why there is no figure: a zero is counted only where payments were read. */
export function describeNothing({ sides, symbol }: Pick<AssetExposure, 'sides' | 'symbol'>): string {
  const name = symbol.slice(0, 12);
  if (sides.length === 0)
    return `No payment of the subject in ${name} was read. This is no zero: see What was not read.`;
  return `Nothing moved in ${name} in the blocks and the period read. This is a counted zero.`;
}
