import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { Amount } from '../../components/amount.tsx';
import { quoteStrange } from '../../format/asset.ts';

export type Asset = StatementAnswer['balances'][number]['asset'];

/** From this many places on trailing zeros are left out: what is left is still the whole figure. */
const LONG_PLACES = 9;

/** Name of an asset in plain text. */
export function assetWords({ symbol, statedName, isUnverified }: Asset): string {
  if (!isUnverified) return symbol;
  return statedName === undefined ? 'unnamed token' : quoteStrange(statedName);
}

/** An asset: plain where somebody vouches for it, else a stranger's text in quotation marks. */
export function AssetWord({ asset }: { readonly asset: Asset }) {
  const words = assetWords(asset);
  if (!asset.isUnverified) return <span className="tm-asset">{words}</span>;
  return (
    <span className="tm-asset strange" title={`${asset.id}: nobody vouches for this name.`}>
      <bdi translate="no">{words}</bdi>
      <span className="tm-sr"> (unverified token)</span>
    </span>
  );
}

/** Drops zeros that say nothing from an amount of very many places. */
function trim(units: bigint, decimals: number): { readonly units: bigint; readonly decimals: number } {
  if (decimals < LONG_PLACES || units === 0n) return { units, decimals };
  let [short, places] = [units, decimals];
  while (places > 2 && short % 10n === 0n) {
    short /= 10n;
    places -= 1;
  }
  return { units: short, decimals: places };
}

export interface AssetAmountProps {
  readonly asset: Asset;
  readonly units: bigint | undefined;
  readonly reason?: string;
  readonly signed?: boolean;
  readonly withName?: boolean;
}

/** An amount of an asset; undefined is words, never zero. */
export function AssetAmount({ asset, units, reason, signed = false, withName = false }: AssetAmountProps) {
  const shown = units === undefined ? { units: null, decimals: asset.decimals } : trim(units, asset.decimals);
  return (
    <span className="tm-nw">
      <Amount {...shown} signed={signed} reason={reason ?? 'History is incomplete here.'} />
      {withName && (
        <small className="tm-unit">
          {' '}
          <AssetWord asset={asset} />
        </small>
      )}
    </span>
  );
}
