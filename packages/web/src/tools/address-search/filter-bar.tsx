import { IconSortDescending } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { AppLink } from '../../components/app-link.tsx';
import { assetDecimals, describeAsset } from '../../format/asset.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { AmountSlot, AssetSlot, KindSlot } from './asset-slots.tsx';
import { type FilterSlotId, listFilterChips, removeChip } from './filter-chips.ts';
import { CounterpartySlot, DateSlot, DirectionSlot, HeightSlot, type SlotProps } from './filter-slots.tsx';
import { clearFilters, type FilterPatch, isFiltered } from './filters.ts';
import type { HistoryPlace } from './history-place.ts';

const SLOTS: Readonly<Record<FilterSlotId, (props: SlotProps) => React.ReactNode>> = {
  asset: AssetSlot,
  kind: KindSlot,
  time: DateSlot,
  height: HeightSlot,
  direction: DirectionSlot,
  amount: AmountSlot,
  counterparty: CounterpartySlot,
  nozero: ZeroSwitch,
};
/** What a history can be filtered by, in the order of the bar. */
const COIN_SLOTS: readonly FilterSlotId[] = ['time', 'height', 'direction', 'amount', 'counterparty'];
const ASSET_SLOTS: readonly FilterSlotId[] = [
  'asset',
  'kind',
  'direction',
  'time',
  'height',
  'amount',
  'counterparty',
  'nozero',
];

function ZeroSwitch({ place }: SlotProps) {
  const isOn = place.search.nozero !== undefined;
  return (
    <AppLink
      className={`tm-chip${isOn ? ' on' : ''}`}
      href={place.linkTo({ nozero: isOn ? undefined : '1' })}
      aria-current={isOn ? 'true' : undefined}
    >
      {isOn ? <b>Without zero transfers</b> : 'Hide zero transfers'}
    </AppLink>
  );
}

/** Newest or oldest first, for phones, where there is no header to sort by. */
function OrderLink({ place }: { readonly place: HistoryPlace }) {
  const isOldest = place.search.order === 'oldest';
  return (
    <AppLink className="tm-chip as-order" href={place.linkTo({ order: isOldest ? undefined : 'oldest' })}>
      <IconSortDescending size={14} stroke={1.5} aria-hidden="true" />
      {isOldest ? 'Oldest first' : 'Newest first'}
    </AppLink>
  );
}

export interface FilterBarProps {
  readonly place: HistoryPlace;
  /** What amounts are of; undefined while no asset is chosen. */
  readonly asset: AssetReference | undefined;
}

/** All filters of a history; they live in the address bar and are applied by the server. */
export function FilterBar({ place, asset }: FilterBarProps) {
  const router = useRouter();
  const { chain, search } = place;
  const symbol = asset === undefined ? '' : describeAsset(asset);
  const chips = listFilterChips(search, { symbol, decimals: asset && assetDecimals(asset), chain });
  const onApply = (patch: FilterPatch) => void router.navigate({ href: place.linkTo(patch), resetScroll: false });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className="as-filters" role="group" aria-label="Filters">
      {(traitsOf(chain).hasTokens ? ASSET_SLOTS : COIN_SLOTS).map((id) => {
        const Slot = SLOTS[id];
        const { text, keys = [] } = chips.find((chip) => chip.id === id) ?? {};
        return (
          <Slot
            key={id}
            place={place}
            text={text}
            removeHref={place.linkTo(removeChip(keys))}
            asset={asset}
            onApply={onApply}
          />
        );
      })}
      <OrderLink place={place} />
      {isFiltered(search) && (
        <AppLink className="tm-btn quiet sm" href={place.linkTo(clearFilters())}>
          Clear filters
        </AppLink>
      )}
    </div>
  );
}
