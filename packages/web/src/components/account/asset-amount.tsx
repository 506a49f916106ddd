import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { cutAssetAmount, ROW_FIGURE, splitAssetAmount } from '../../format/asset.ts';
import { Hash } from '../hash.tsx';
import { Missing } from '../missing.tsx';
import { AssetName } from './asset-name.tsx';
import { breakGroups, FigureText } from './cut-figure.tsx';

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
  /** All of a very long figure, broken between its groups of three. */
  readonly whole?: boolean;
  /** Characters of the figure that there is room for; those of a row by default. */
  readonly limit?: number;
}

const NO_DECIMALS = 'The contract does not say how many decimals it has, so the amount is in its smallest unit.';

function toneOf(units: bigint, signed: boolean): string {
  if (!signed || units === 0n) return '';
  return units > 0n ? ' tm-in' : ' tm-out';
}

/** An amount of any asset with its name: long fractions are cut with the whole on hover, unknown decimals are stated. */
export function AssetAmount(props: AssetAmountProps) {
  const {
    asset,
    units,
    reason,
    tokenId = null,
    signed = false,
    bare = false,
    whole = false,
    limit = ROW_FIGURE,
  } = props;
  if (units === null) return <Missing reason={reason ?? 'What this amount depends on is not indexed.'} />;
  const parts = splitAssetAmount(units, asset, signed);
  const figure = cutAssetAmount(units === 0n ? { ...parts, fraction: '' } : parts, limit);
  const step = figure.shown.length > ROW_FIGURE ? ' small' : '';
  return (
    <span className={`tm-amt tm-assetamt${whole ? ' long' : step}${toneOf(units, signed)}`}>
      {whole ? breakGroups(figure.whole) : <FigureText figure={figure} />}
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
