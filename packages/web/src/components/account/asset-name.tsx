import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { quoteStrange } from '../../format/asset.ts';
import { escapeHostile } from '../../format/hostile-text.ts';
import { shorten } from '../../format/identifier.ts';

const HOVER_LENGTH = 200;

export interface AssetNameProps {
  readonly asset: AssetReference;
  /** Says in words that nobody vouches for the name; in lists the quotation marks and the style say it. */
  readonly withWords?: boolean;
}

/** What the contract states about itself, for the hover text: capped, every hidden character visible. */
function describeContract({ contract, name, symbol, standard }: AssetReference): string {
  const said = [symbol, name]
    .filter((text) => text !== null && text !== '')
    .map((text) => quoteStrange(text ?? '', 60));
  const words = said.length === 0 ? 'It gives no name.' : `It calls itself ${said.join(', ')}.`;
  return escapeHostile(`${standard ?? 'Token'} ${contract ?? ''}. ${words} Nobody vouches for that.`).slice(
    0,
    HOVER_LENGTH + 100,
  );
}

function Strange({ asset, withWords }: AssetNameProps) {
  const { symbol, contract, id } = asset;
  const hasName = symbol !== null && symbol !== '';
  return (
    <span className="tm-asset strange" title={describeContract(asset)}>
      {hasName ? (
        <bdi translate="no">{quoteStrange(symbol)}</bdi>
      ) : (
        <span className="tm-mono">{shorten(contract ?? id)}</span>
      )}
      {asset.imitates !== null && <b className="tm-imitates">imitates {asset.imitates}</b>}
      {withWords && asset.imitates === null && <span className="tm-flag">unverified</span>}
      <span className="tm-sr"> (unverified token)</span>
    </span>
  );
}

/** The name of an asset: plain where somebody vouches for it, else a stranger's text in quotation marks. Never a link. */
export function AssetName({ asset, withWords = false }: AssetNameProps) {
  if (asset.kind === 'stated') {
    return (
      <span
        className="tm-asset"
        title="A value that a table states without naming what was paid. It counts in no balance."
      >
        {asset.symbol ?? 'value'} <span className="tm-flag">as stated</span>
      </span>
    );
  }
  if (asset.kind === 'token' && !asset.isVerified) return <Strange asset={asset} withWords={withWords} />;
  const title =
    asset.contract === null ? (asset.name ?? undefined) : `${asset.name ?? asset.symbol ?? ''}, ${asset.contract}`;
  return (
    <span className="tm-asset" title={title}>
      {asset.symbol ?? asset.id}
    </span>
  );
}
