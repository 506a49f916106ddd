import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
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

/** Characters of a figure that a row shows; longer fractions are cut. */
export const ROW_FIGURE = 16;
/** Digits that a small fraction keeps behind its zeros. */
const SIGNIFICANT = 4;
/** A figure that stays so many times longer than its room says its size as a power of ten. */
const LONGEST = 1.3;

function cutFraction(whole: string, fraction: string, limit: number): string {
  const places = fraction.slice(1);
  const zeros = whole === '0' ? (/^0*/.exec(places)?.[0].length ?? 0) : 0;
  const least = whole === '0' ? zeros + SIGNIFICANT : 2;
  return places.slice(0, Math.max(limit - whole.length - 1, least)).replace(/0+$/, '');
}

/** "1.234… × 10^77": the size of a figure that no row can hold. */
function cutByPower(whole: string, fraction: string): string {
  const digits = whole.replaceAll(',', '');
  const places = fraction.slice(1);
  const [all, power] =
    digits === '0'
      ? [places.replace(/^0+/, ''), -1 - (/^0*/.exec(places)?.[0].length ?? 0)]
      : [digits, digits.length - 1];
  const rest = all.slice(1, SIGNIFICANT);
  return `${all.slice(0, 1)}${rest === '' ? '' : `.${rest}`}… × 10^${power}`.replace('-', '−');
}

export interface CutFigure {
  readonly whole: string;
  /** What a row has room for; the same as `whole` where nothing is left out. */
  readonly shown: string;
}

/**
 * A figure at no more than about `limit` characters: decimals are left out behind an ellipsis and never rounded, and no
 * number is left without a digit that counts.
 */
export function cutAssetAmount({ sign, whole, fraction }: AmountParts, limit: number): CutFigure {
  const text = `${sign}${whole}${fraction}`;
  if (whole.length + fraction.length <= limit) return { whole: text, shown: text };
  const places = cutFraction(whole, fraction, limit);
  if (whole.length + places.length > limit * LONGEST)
    return { whole: text, shown: `${sign}${cutByPower(whole, fraction)}` };
  if (places.length + 1 >= fraction.length) return { whole: text, shown: text };
  return { whole: text, shown: places === '' ? `${sign}${whole}…` : `${sign}${whole}.${places}…` };
}
