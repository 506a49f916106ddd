import { describeFlowAsset as describeAsset } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { formatAmount, splitAmount } from '../../format/amount.ts';
import { quoteStrange } from '../../format/asset.ts';
import { findTraits } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';

export interface AssetWords {
  /** As it may be shown: a stranger's symbol is in quotation marks. */
  readonly symbol: string;
  readonly decimals: number;
  /** False: a stranger's text, or the smallest unit of something nobody describes. */
  readonly isVerified: boolean;
}

/** How amounts of an asset are written: coins by their chain, the rest by what the document knows. */
export function describeFlowAsset(document: Pick<FlowDocument, 'assets'>, asset: string): AssetWords {
  const coin = findTraits(asset);
  if (coin) return { symbol: coin.symbol, decimals: coin.decimals, isVerified: true };
  const known = describeAsset(document.assets, asset);
  const decimals = known.decimals ?? 0;
  const fallback = `units of ${shorten(asset)}`;
  if (!known.symbol) return { symbol: fallback, decimals, isVerified: false };
  return {
    symbol: known.isVerified ? known.symbol : quoteStrange(known.symbol),
    decimals,
    isVerified: known.isVerified,
  };
}

const ROW_PLACES = 8;

/** The exact figure with its unit; of assets with many places trailing zeros are left out. */
export function formatFlowAmount(
  document: Pick<FlowDocument, 'assets'>,
  asset: string,
  units: string | bigint,
): string {
  const { symbol, decimals } = describeFlowAsset(document, asset);
  const value = BigInt(units);
  if (value === 0n) return `0 ${symbol}`;
  if (decimals <= ROW_PLACES) return `${formatAmount(value, decimals)} ${symbol}`;
  const { sign, whole, fraction } = splitAmount(value, decimals);
  return `${sign}${whole}${fraction} ${symbol}`;
}

const PPM = 1_000_000n;

/** A share with one place, cut and not rounded: "26.7 %". Null where there is nothing to divide by. */
export function formatShare(part: string | bigint, whole: string | bigint): string | null {
  const all = BigInt(whole);
  if (all === 0n) return null;
  const ppm = (BigInt(part) * PPM) / all;
  if (ppm < 1_000n && BigInt(part) > 0n) return 'under 0.1\u2009%';
  return `${ppm / 10_000n}.${(ppm / 1_000n) % 10n}\u2009%`;
}
