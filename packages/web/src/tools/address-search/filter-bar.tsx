import {
  IconArrowsLeftRight,
  IconCalendar,
  IconCoins,
  IconSortDescending,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import { AppLink } from '../../components/app-link.tsx';
import type { FilterChip } from './filter-chips.ts';
import { listFilterChips } from './filter-chips.ts';
import { FilterForm } from './filter-form.tsx';
import { FilterSlot } from './filter-slot.tsx';
import { clearFilters, type FilterPatch, isFiltered, readAmounts, readCounterparty, readRange } from './filters.ts';
import type { HistoryPlace, SearchPatch } from './history-link.ts';
import type { AddressHistorySearch } from './search.ts';

/** A history of a chain of either family, as far as filters read and change it. */
export interface FilterPlace {
  readonly search: FilterPatch & Pick<AddressHistorySearch, 'order'>;
  readonly linkTo: (patch: FilterPatch & Pick<SearchPatch, 'order'>) => string;
}

export interface SlotProps<P = FilterPlace> {
  readonly place: P;
  readonly chip: FilterChip | undefined;
  readonly onApply: (patch: FilterPatch) => void;
}

/** From and to, in UTC. */
export function DateSlot({ place, chip, onApply }: SlotProps) {
  const { from, to } = place.search;
  return (
    <FilterSlot
      name="Date"
      Icon={IconCalendar}
      text={chip?.text}
      removeHref={place.linkTo({ from: undefined, to: undefined })}
    >
      {(close) => (
        <FilterForm
          fields={[
            { key: 'from', label: 'From', placeholder: '2009-01-12' },
            { key: 'to', label: 'To', placeholder: '2009-01-13 14:30' },
          ]}
          values={{ ...(from && { from: from.replace('T', ' ') }), ...(to && { to: to.replace('T', ' ') }) }}
          help="Year, month, day in UTC, both days included. A time is optional; an empty end is open. Times are the blocks’ own."
          read={(draft) => keepOnly(readRange(draft), ['from', 'to'])}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

/** First and last height. */
export function HeightSlot({ place, chip, onApply }: SlotProps) {
  const { fromHeight, toHeight } = place.search;
  return (
    <FilterSlot
      name="Height"
      Icon={IconStack2}
      text={chip?.text}
      removeHref={place.linkTo({ fromHeight: undefined, toHeight: undefined })}
    >
      {(close) => (
        <FilterForm
          fields={[
            { key: 'fromHeight', label: 'First height', placeholder: '170' },
            { key: 'toHeight', label: 'Last height', placeholder: '100,000' },
          ]}
          values={{
            ...(fromHeight !== undefined && { fromHeight: String(fromHeight) }),
            ...(toHeight !== undefined && { toHeight: String(toHeight) }),
          }}
          help="Block heights, both included; an empty end is open."
          read={(draft) => keepOnly(readRange(draft), ['fromHeight', 'toHeight'])}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

const DIRECTIONS = [
  ['in', 'Incoming', 'more received than sent'],
  ['out', 'Outgoing', 'more sent than received'],
  ['self', 'To itself', 'all outputs return to the address'],
] as const;

function DirectionSlot({ place, chip, onApply }: SlotProps) {
  return (
    <FilterSlot
      name="Direction"
      Icon={IconArrowsLeftRight}
      text={chip?.text}
      removeHref={place.linkTo({ direction: undefined })}
    >
      {(close) => (
        <fieldset className="as-choices">
          <legend className="tm-sr">Direction</legend>
          {DIRECTIONS.map(([value, name, meaning]) => (
            <label key={value}>
              <input
                type="radio"
                name="direction"
                checked={place.search.direction === value}
                onChange={() => {
                  close();
                  onApply({ direction: value });
                }}
              />
              <span>
                {name} <small className="tm-t3">{meaning}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </FilterSlot>
  );
}

function AmountSlot({ place, chip, onApply }: SlotProps<HistoryPlace>) {
  const { symbol, decimals } = getChain(place.chain);
  const { min, max } = place.search;
  return (
    <FilterSlot
      name="Amount"
      Icon={IconCoins}
      text={chip?.text}
      removeHref={place.linkTo({ min: undefined, max: undefined })}
    >
      {(close) => (
        <FilterForm
          fields={[
            { key: 'min', label: `Least, ${symbol}`, placeholder: '0.01' },
            { key: 'max', label: `Most, ${symbol}`, placeholder: '1,000' },
          ]}
          values={{ ...(min && { min }), ...(max && { max }) }}
          help={`The net change of this address in whole coins, whichever way it went; up to ${decimals} places.`}
          read={(draft) => readAmounts(draft, decimals)}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

/** The other side. */
export function CounterpartySlot({ place, chip, onApply }: SlotProps) {
  return (
    <FilterSlot name="Counterparty" Icon={IconUsers} text={chip?.text} removeHref={place.linkTo({ with: undefined })}>
      {(close) => (
        <FilterForm
          fields={[{ key: 'with', label: 'Address', placeholder: 'A whole address', isIdentifier: true }]}
          values={{ ...(place.search.with && { with: place.search.with }) }}
          help="Only transactions in which this other address takes part, on either side."
          read={readCounterparty}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

function keepOnly(
  outcome: ReturnType<typeof readRange>,
  keys: readonly (keyof FilterPatch)[],
): ReturnType<typeof readRange> {
  if ('errors' in outcome) return outcome;
  return { patch: Object.fromEntries(keys.map((key) => [key, outcome.patch[key]])) as FilterPatch };
}

/** Newest or oldest first, for phones, where there is no header to sort by. */
export function OrderLink({ place }: { readonly place: FilterPlace }) {
  const isOldest = place.search.order === 'oldest';
  return (
    <AppLink className="tm-chip as-order" href={place.linkTo({ order: isOldest ? undefined : 'oldest' })}>
      <IconSortDescending size={14} stroke={1.5} aria-hidden="true" />
      {isOldest ? 'Oldest first' : 'Newest first'}
    </AppLink>
  );
}

/** All filters of a history; they live in the address bar and are applied by the server. */
export function FilterBar({ place }: { readonly place: HistoryPlace }) {
  const router = useRouter();
  const chips = listFilterChips(place.search, getChain(place.chain));
  const apply = (patch: FilterPatch & Partial<AddressHistorySearch>) =>
    void router.navigate({ href: place.linkTo(patch), resetScroll: false });
  const slot = (id: string) => ({ place, chip: chips.find((chip) => chip.id === id), onApply: apply });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className="as-filters" role="group" aria-label="Filters">
      <DateSlot {...slot('time')} />
      <HeightSlot {...slot('height')} />
      <DirectionSlot {...slot('direction')} />
      <AmountSlot {...slot('amount')} />
      <CounterpartySlot {...slot('counterparty')} />
      <OrderLink place={place} />
      {isFiltered(place.search) && (
        <AppLink className="tm-btn quiet sm" href={place.linkTo(clearFilters())}>
          Clear filters
        </AppLink>
      )}
    </div>
  );
}
