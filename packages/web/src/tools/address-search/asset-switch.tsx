import { useRouter } from '@tanstack/react-router';
import { describeAsset } from '../../format/asset.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import type { HistoryPlace } from './history-place.ts';
import { useAssetChoices } from './use-asset-filter.ts';

export interface AssetSwitchProps {
  readonly place: HistoryPlace;
  /** Words of the choice of no asset in particular; absent: one is always chosen, the coin by default. */
  readonly any?: string;
  /** What is chosen while the address bar names none. */
  readonly preset?: string | undefined;
}

/** The asset that a tab is about, in the address bar; nothing on chains of one asset. Names of strangers are quoted here too. */
export function AssetSwitch({ place, any, preset }: AssetSwitchProps) {
  const router = useRouter();
  const { assets } = useAssetChoices(place, true);
  if (!traitsOf(place.chain).hasTokens) return null;
  const coin = coinOf(place.chain);
  const current = place.search.asset ?? (any === undefined ? (preset ?? coin.id) : '');
  const others = (assets ?? []).filter(({ id, kind }) => id !== coin.id && kind !== 'stated');
  const isListed = current === '' || current === coin.id || others.some(({ id }) => id === current);
  return (
    <div className="as-toolbar">
      <label className="tm-assetswitch">
        <span className="tm-t3 tm-sm">Asset</span>
        <select
          className="tm-field"
          value={current}
          onChange={({ currentTarget: { value } }) => {
            const asset = value === '' ? undefined : value;
            void router.navigate({ href: place.linkTo({ asset, min: undefined, max: undefined }), resetScroll: false });
          }}
        >
          {any !== undefined && <option value="">{any}</option>}
          <option value={coin.id}>{describeAsset(coin)}</option>
          {others.map((asset) => (
            <option key={asset.id} value={asset.id}>
              {describeAsset(asset)}
            </option>
          ))}
          {!isListed && <option value={current}>{current}</option>}
        </select>
      </label>
    </div>
  );
}
