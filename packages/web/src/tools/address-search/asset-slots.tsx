import { IconCategory, IconCoins, IconCurrencyEthereum } from '@tabler/icons-react';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { MOVE_KINDS } from '@trailmark/core/account-block';
import { AssetName } from '../../components/account/asset-name.tsx';
import { formatMoveKind } from '../../format/account-words.ts';
import { assetDecimals, describeAsset } from '../../format/asset.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import { FilterForm } from './filter-form.tsx';
import { FilterSlot } from './filter-slot.tsx';
import { Choices, type SlotProps } from './filter-slots.tsx';
import { readAmounts } from './filters.ts';
import type { HistoryPlace } from './history-place.ts';
import { useAssetChoices } from './use-asset-filter.ts';

function AssetChoices({ place, onChoose }: { readonly place: HistoryPlace; readonly onChoose: (id: string) => void }) {
  const { assets, total, hasFailed } = useAssetChoices(place, true);
  const coin = coinOf(place.chain);
  const others = (assets ?? []).filter(({ id }) => id !== coin.id);
  return (
    <>
      <Choices
        name="Asset"
        current={place.search.asset}
        onChoose={onChoose}
        choices={[coin, ...others].map((asset) => ({ id: asset.id, text: <AssetName asset={asset} withWords /> }))}
      />
      {hasFailed && <p className="tm-t3 tm-sm">The assets of this address could not be loaded.</p>}
      {total > others.length + 1 && <p className="tm-t3 tm-sm">More are on the tab Assets, which filters by each.</p>}
    </>
  );
}

/** One asset of the address. */
export function AssetSlot({ place, text, removeHref, onApply }: SlotProps) {
  return (
    <FilterSlot name="Asset" Icon={IconCurrencyEthereum} text={text} removeHref={removeHref}>
      {(close) => (
        <AssetChoices
          place={place}
          onChoose={(asset) => {
            close();
            onApply({ asset, min: undefined, max: undefined });
          }}
        />
      )}
    </FilterSlot>
  );
}

/** What moved an amount. */
export function KindSlot({ place, text, removeHref, onApply }: SlotProps) {
  return (
    <FilterSlot name="Kind" Icon={IconCategory} text={text} removeHref={removeHref}>
      {(close) => (
        <Choices
          name="Kind"
          current={place.search.kind}
          choices={MOVE_KINDS.map((id) => ({ id, text: formatMoveKind(id, place.chain) }))}
          onChoose={(id) => {
            close();
            onApply({ kind: MOVE_KINDS.find((kind) => kind === id) });
          }}
        />
      )}
    </FilterSlot>
  );
}

function describeBounds(place: HistoryPlace, asset: AssetReference): string {
  const places = `up to ${assetDecimals(asset)} places`;
  if (!traitsOf(place.chain).hasTokens)
    return `The net change of this address in whole coins, whichever way it went; ${places}.`;
  return asset.decimals === null
    ? 'One transfer, in the smallest unit: the token does not state its decimals.'
    : `One transfer, in whole units; ${places}.`;
}

/** Least and most, of one asset. */
export function AmountSlot({ place, text, removeHref, asset, onApply }: SlotProps) {
  const { min, max } = place.search;
  return (
    <FilterSlot name="Amount" Icon={IconCoins} text={text} removeHref={removeHref}>
      {(close) =>
        asset === undefined ? (
          <p className="tm-t2">Choose an asset first: amounts of different assets cannot be compared.</p>
        ) : (
          <FilterForm
            fields={[
              { key: 'min', label: `Least, ${describeAsset(asset)}`, placeholder: '0.01' },
              { key: 'max', label: `Most, ${describeAsset(asset)}`, placeholder: '1,000' },
            ]}
            values={{ ...(min && { min }), ...(max && { max }) }}
            help={describeBounds(place, asset)}
            read={(draft) => readAmounts(draft, assetDecimals(asset))}
            onApply={(patch) => {
              close();
              onApply(patch);
            }}
          />
        )
      }
    </FilterSlot>
  );
}
