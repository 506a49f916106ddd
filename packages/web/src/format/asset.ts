import type { AssetReference } from '@trailmark/api/contract/account-wire';
import { type AmountParts, splitAmount } from './amount.ts';
import { escapeHostile } from './hostile-text.ts';
import { shorten } from './identifier.ts';

/** Characters of a stranger's symbol that are shown; the rest is on hover. */
export const SYMBOL_LENGTH = 16;

/** A stranger's text on one line: hidden characters as codes, cut, in quotation marks. */
export function quoteStrange(text: string, length = SYMBOL_LENGTH): string {
  const chars = Array.from(escapeHostile(text));
  return chars.length > length ? `“${chars.slice(0, length).join('')}…”` : `“${chars.join('')}”`;
}

/** An asset in one line of plain text: "ETH", "USDC", "“USDС” (unverified)". */
export function describeAsset(asset: AssetReference): string {
  if (asset.kind === 'coin') return asset.symbol ?? 'coin';
  if (asset.kind === 'stated') return `${asset.symbol ?? 'value'} as stated`;
  if (asset.isVerified && asset.symbol !== null) return asset.symbol;
  if (asset.symbol !== null && asset.symbol !== '') return `${quoteStrange(asset.symbol)} (unverified)`;
  return `token ${shorten(asset.contract ?? asset.id)}`;
}

/** Decimals to print an amount with: whole smallest units where the contract does not say. */
export function assetDecimals({ decimals }: Pick<AssetReference, 'decimals'>): number {
  return decimals ?? 0;
}

/**
 * The exact figure of an account chain's amount. Assets of many decimals leave their trailing zeros out: what is left is
 * still the whole figure.
 */
export function splitAssetAmount(
  units: bigint,
  asset: Pick<AssetReference, 'decimals'>,
  withSign = false,
): AmountParts {
  return { ...splitAmount(units, assetDecimals(asset), withSign), trailing: '' };
}

/** The figure as one string: "1,234.50". */
export function formatAssetAmount(units: bigint, asset: Pick<AssetReference, 'decimals'>): string {
  const { sign, whole, fraction } = splitAssetAmount(units, asset);
  return `${sign}${whole}${fraction}`;
}
