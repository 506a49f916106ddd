import type { AssetReference } from '@trailmark/api/contract/account-wire';
import { splitAssetAmount } from '../format/asset.ts';
import { AssetName } from './asset-name.tsx';
import { Hash } from './hash.tsx';
import { Missing } from './missing.tsx';

/** Longer figures are broken over lines instead of pushing the page wide. */
const LONG = 30;
/** In rows, figures longer than this are cut; the whole opens on hover and focus. */
const CUT_FROM = 44;
const CUT = { head: 10, tail: 6, differing: [] };

export interface AssetAmountProps {
  readonly asset: AssetReference;
  /** Smallest unit; null: not known. */
  readonly units: bigint | null;
  readonly reason?: string;
  readonly tokenId?: bigint | null;
  /** '+' or U+2212 and the direction colour: net movements only. */
  readonly signed?: boolean;
  /** In columns whose header names the asset. */
  readonly bare?: boolean;
  /** All of a very long figure, broken over lines. */
  readonly whole?: boolean;
}

const NO_DECIMALS = 'The contract does not say how many decimals it has, so the amount is in its smallest unit.';

function toneOf(units: bigint, signed: boolean): string {
  if (!signed || units === 0n) return '';
  return units > 0n ? ' tm-in' : ' tm-out';
}

/** An amount of any asset: exact, with its name; unknown decimals are said, long token numbers are cut. */
export function AssetAmount(props: AssetAmountProps) {
  const { asset, units, reason, tokenId = null, signed = false, bare = false, whole = false } = props;
  if (units === null) return <Missing reason={reason ?? 'The index does not hold what this amount depends on.'} />;
  const figure = splitAssetAmount(units, asset, signed);
  const text = `${figure.sign}${figure.whole}${units === 0n ? '' : figure.fraction}`;
  return (
    <span className={`tm-amt tm-assetamt${text.length > LONG ? ' long' : ''}${toneOf(units, signed)}`}>
      {text.length > CUT_FROM && !whole ? <Hash value={text} kind="amount" cut={CUT} /> : text}
      {asset.decimals === null && asset.kind === 'token' && tokenId === null && units !== 0n && (
        <abbr className="tm-est" title={NO_DECIMALS}>
          smallest unit
        </abbr>
      )}
      {!bare && (
        <small className="tm-unit">
          {' '}
          <AssetName asset={asset} />
        </small>
      )}
      {tokenId !== null && (
        <small className="tm-unit tm-tokenid">
          {' '}
          no. <Hash value={tokenId.toString()} kind="token number" />
        </small>
      )}
    </span>
  );
}
