import { IconArrowsLeftRight, IconCategory, IconCoins, IconCurrencyEthereum } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { MOVE_KINDS } from '@trailmark/core/account-block';
import type { ReactNode } from 'react';
import { AssetName } from '../../../components/account/asset-name.tsx';
import { coinOf } from '../../../components/account/coin-of.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { formatMoveKind } from '../../../format/account-words.ts';
import { describeAsset } from '../../../format/asset.ts';
import { CounterpartySlot, DateSlot, HeightSlot, OrderLink } from '../filter-bar.tsx';
import { FilterForm } from '../filter-form.tsx';
import { FilterSlot } from '../filter-slot.tsx';
import { readAmounts } from '../filters.ts';
import { clearAccountFilters, filterDecimals, isAccountFiltered, listAccountChips } from './account-filters.ts';
import type { AccountPatch, AccountPlace } from './account-place.ts';
import { useAssetChoices } from './use-asset-filter.ts';

interface SlotProps {
  readonly place: AccountPlace;
  readonly text: string | undefined;
  readonly onApply: (patch: AccountPatch) => void;
}

interface ChoicesProps {
  readonly name: string;
  readonly choices: readonly { readonly id: string; readonly text: ReactNode }[];
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Choices({ name, choices, current, onChoose }: ChoicesProps) {
  return (
    <fieldset className="as-choices tm-scrollchoices">
      <legend className="tm-sr">{name}</legend>
      {choices.map(({ id, text }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === current} onChange={() => onChoose(id)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function AssetChoices({ place, onChoose }: { readonly place: AccountPlace; readonly onChoose: (id: string) => void }) {
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

function AssetSlot({ place, text, onApply }: SlotProps) {
  return (
    <FilterSlot
      name="Asset"
      Icon={IconCurrencyEthereum}
      text={text}
      removeHref={place.linkTo({ asset: undefined, min: undefined, max: undefined })}
    >
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

function KindSlot({ place, text, onApply }: SlotProps) {
  return (
    <FilterSlot name="Kind" Icon={IconCategory} text={text} removeHref={place.linkTo({ kind: undefined })}>
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

const DIRECTIONS = [
  { id: 'in', text: 'Incoming' },
  { id: 'out', text: 'Outgoing' },
  { id: 'self', text: 'To itself' },
] as const;

function DirectionSlot({ place, text, onApply }: SlotProps) {
  return (
    <FilterSlot
      name="Direction"
      Icon={IconArrowsLeftRight}
      text={text}
      removeHref={place.linkTo({ direction: undefined })}
    >
      {(close) => (
        <Choices
          name="Direction"
          current={place.search.direction}
          choices={DIRECTIONS}
          onChoose={(id) => {
            close();
            onApply({ direction: DIRECTIONS.find((each) => each.id === id)?.id });
          }}
        />
      )}
    </FilterSlot>
  );
}

function AmountSlot({ place, text, onApply, asset }: SlotProps & { readonly asset: AssetReference | undefined }) {
  const decimals = filterDecimals(asset);
  const { min, max } = place.search;
  return (
    <FilterSlot
      name="Amount"
      Icon={IconCoins}
      text={text}
      removeHref={place.linkTo({ min: undefined, max: undefined })}
    >
      {(close) =>
        asset === undefined || decimals === undefined ? (
          <p className="tm-t2">Choose an asset first: amounts of different assets cannot be compared.</p>
        ) : (
          <FilterForm
            fields={[
              { key: 'min', label: `Least, ${describeAsset(asset)}`, placeholder: '0.01' },
              { key: 'max', label: `Most, ${describeAsset(asset)}`, placeholder: '1,000' },
            ]}
            values={{ ...(min && { min }), ...(max && { max }) }}
            help={
              asset.decimals === null
                ? 'One move, in the smallest unit: the token does not say its decimals.'
                : `One move, in whole units; up to ${decimals} places.`
            }
            read={(draft) => readAmounts(draft, decimals)}
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

export interface AccountFilterBarProps {
  readonly place: AccountPlace;
  readonly asset: AssetReference | undefined;
}

/** All filters of an account's history; they live in the address bar and are applied by the server. */
export function AccountFilterBar({ place, asset }: AccountFilterBarProps) {
  const router = useRouter();
  const chips = listAccountChips(place.search, asset, place.chain);
  const find = (id: string) => chips.find((chip) => chip.id === id);
  const onApply = (patch: AccountPatch) => void router.navigate({ href: place.linkTo(patch), resetScroll: false });
  const slot = (id: string) => ({ place, text: find(id)?.text, onApply });
  const shared = (id: string) => {
    const text = find(id)?.text;
    return { place, chip: text === undefined ? undefined : { id, text, keys: [] }, onApply };
  };
  const isWithoutZero = place.search.nozero !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser
    <div className="as-filters" role="group" aria-label="Filters">
      <AssetSlot {...slot('asset')} />
      <KindSlot {...slot('kind')} />
      <DirectionSlot {...slot('direction')} />
      <DateSlot {...shared('time')} />
      <HeightSlot {...shared('height')} />
      <AmountSlot {...slot('amount')} asset={asset} />
      <CounterpartySlot {...shared('counterparty')} />
      <AppLink
        className={`tm-chip${isWithoutZero ? ' on' : ''}`}
        href={place.linkTo({ nozero: isWithoutZero ? undefined : '1' })}
        aria-current={isWithoutZero ? 'true' : undefined}
      >
        {isWithoutZero ? <b>Without zero transfers</b> : 'Hide zero transfers'}
      </AppLink>
      <OrderLink place={place} />
      {isAccountFiltered(place.search) && (
        <AppLink className="tm-btn quiet sm" href={place.linkTo(clearAccountFilters())}>
          Clear filters
        </AppLink>
      )}
    </div>
  );
}
